import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'
import { byLabel, countryOf, inLanguage } from '../../text/formats.ts'

/** Prefix of a country as it travels: +47. */
export const prefixOf = (country: string): string => `+${getCountryCallingCode(country as CountryCode)}`

/** The country that a prefix belongs to first: +1 is the United States before the islands that share it. */
export const mainCountryOf = (prefix: string): string | undefined =>
  metadata.country_calling_codes[prefix.replace('+', '')]?.[0]

/** Every calling country, by its name in the reader's language. */
export const countryOptions = inLanguage(() =>
  getCountries()
    .map(country => ({
      value: country as string,
      prefix: prefixOf(country),
      label: `${countryOf(country)} ${prefixOf(country)}`,
    }))
    .toSorted(byLabel),
)
