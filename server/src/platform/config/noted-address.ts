import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

const noteOf = ({ dataFolder }: Pick<Config, 'dataFolder'>) => join(dataFolder, 'address')

/** Stores the server's public address for commands run elsewhere; ignored if the folder is not writable. */
export function noteAddress(config: Config): void {
  try {
    writeFileSync(noteOf(config), `${config.publicUrl}\n`)
  } catch {
    // A container with all settings needs no stored address
  }
}

export function withNotedAddress(config: Config, env: NodeJS.ProcessEnv): Config {
  if (env['PUBLIC_URL'] || env['PORT']) return config
  try {
    const noted = readFileSync(noteOf(config), 'utf8').trim()
    return URL.canParse(noted) ? { ...config, publicUrl: noted } : config
  } catch {
    return config
  }
}
