import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

const noteOf = ({ dataFolder }: Pick<Config, 'dataFolder'>) => join(dataFolder, 'address')

/** Notes where people find this server, for commands that are typed elsewhere; where nothing can be written none is noted. */
export function noteAddress(config: Config): void {
  try {
    writeFileSync(noteOf(config), `${config.publicUrl}\n`)
  } catch {
    // A container that is given all its settings needs no note
  }
}

/** The settings of a command, with the address of the server that ran last where the environment names none. */
export function withNotedAddress(config: Config, env: NodeJS.ProcessEnv): Config {
  if (env['PUBLIC_URL'] || env['PORT']) return config
  try {
    const noted = readFileSync(noteOf(config), 'utf8').trim()
    return URL.canParse(noted) ? { ...config, publicUrl: noted } : config
  } catch {
    return config
  }
}
