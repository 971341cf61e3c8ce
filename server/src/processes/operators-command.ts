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

/** How whoever started the server calls the operator's commands: by name where that is on the path, else by its place. */
export function operatorsCommand(path = '', here = process.cwd()): string {
  if (path.split(delimiter).some(folder => folder !== '' && isProgram(join(folder, 'claviger')))) return 'claviger'
  return relative(here, home) === '' ? './claviger' : join(home, 'claviger')
}
