import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  type NumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

// Excludes numbers that cost the caller more than a normal phone
const usual: readonly NumberType[] = ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE', 'VOIP']

/** Whether an E.164 number is a normal phone in one of these countries. */
export function isReached(countries: readonly string[], number: string): boolean {
  const found = parsePhoneNumberFromString(number)
  return (
    found?.isValid() === true &&
    found.country !== undefined &&
    countries.includes(found.country) &&
    usual.includes(found.getType())
  )
}

/** Countries by ISO 3166 code that have their own numbers. */
export const everyCountry: readonly string[] = getCountries()

export const prefixesOf = (countries: readonly string[]): string[] =>
  countries.filter(country => isSupportedCountry(country)).map(country => `+${getCountryCallingCode(country)}`)
