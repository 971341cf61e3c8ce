import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import { byLabel, countryOf, inLanguage } from '#platform/text/formats.ts'

/** Dialing code of a country in its wire format, for example +47. */
export const prefixOf = (country: string): string => `+${getCountryCallingCode(country as CountryCode)}`

/** The main country of a dialing code: +1 is the United States, before the islands that share it. */
export const mainCountryOf = (prefix: string): string | undefined =>
  metadata.country_calling_codes[prefix.replace('+', '')]?.[0]

export const countryOptions = inLanguage(() =>
  getCountries()
    .map(country => ({
      value: country as string,
      prefix: prefixOf(country),
      label: `${countryOf(country)} ${prefixOf(country)}`,
    }))
    .toSorted(byLabel),
)
