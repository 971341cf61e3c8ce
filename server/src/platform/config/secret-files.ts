import { readFileSync, statSync } from 'node:fs'
import { environmentName, type Setting, settings } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

const secrets = Object.entries<Setting>(settings).flatMap(([key, { secret }]) => (secret ? [environmentName(key)] : []))

/** Larger files can't be secrets; in bytes. */
const largest = 16_384

/**
 * Reads secrets from files: MASTER_KEY_FILE contains the path for MASTER_KEY, as usual in containers. Adds errors to
 * `wrong`.
 */
export function withSecretFiles(env: Environment, wrong: string[]): Environment {
  const read: Record<string, string> = {}
  for (const name of secrets) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    if (env[name]?.trim()) wrong.push(`${name} and ${name}_FILE are both set. Remove one of them`)
    else {
      const text = contentOf(file)
      if (text === undefined)
        wrong.push(`${name}_FILE must name a text file of at most 16 kB that this account can read`)
      else read[name] = text
    }
  }
  return { ...env, ...read }
}

function contentOf(file: string): string | undefined {
  try {
    if (statSync(file).size > largest) return undefined
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
