import { accessSync, constants } from 'node:fs'
import { delimiter, join, relative, resolve } from 'node:path'

const home = resolve(import.meta.dirname, '../../..')

const isProgram = (file: string) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The operator command as seen by the user who started the server: by name if on the path, else by location.
 */
export function operatorsCommand(path = '', here = process.cwd()): string {
  if (path.split(delimiter).some(folder => folder !== '' && isProgram(join(folder, 'claviger')))) return 'claviger'
  return relative(here, home) === '' ? './claviger' : join(home, 'claviger')
}
