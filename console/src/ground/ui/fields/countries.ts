import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'
import metadata from 'libphonenumber-js/min/metadata'

let known: { value: string; label: string; prefix: string }[] | undefined

/** Prefix of a country as it travels: +47. */
export const prefixOf = (country: string): string => `+${getCountryCallingCode(country as CountryCode)}`

/** The country that a prefix belongs to first: +1 is the United States before the islands that share it. */
export const mainCountryOf = (prefix: string): string | undefined =>
  metadata.country_calling_codes[prefix.replace('+', '')]?.[0]

/** Every calling country, by its name in the reader's language. */
export function countryOptions() {
  if (known) return known
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  known = getCountries()
    .map(country => ({
      value: country as string,
      prefix: prefixOf(country),
      label: `${names.of(country) ?? country} ${prefixOf(country)}`,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return known
}
