import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  type NumberType,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

// What costs whoever calls it more than a usual phone does is none of these
const usual: readonly NumberType[] = ['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE', 'VOIP']

/** May a number, written as E.164 does, be sent something: is it a usual phone of one of these countries? */
export function isReached(countries: readonly string[], number: string): boolean {
  const found = parsePhoneNumberFromString(number)
  return (
    found?.isValid() === true &&
    found.country !== undefined &&
    countries.includes(found.country) &&
    usual.includes(found.getType())
  )
}

/** Every country that has numbers of its own, as ISO 3166 names it. */
export const everyCountry: readonly string[] = getCountries()

/** What numbers of these countries begin with; several countries may share it. */
export const prefixesOf = (countries: readonly string[]): string[] =>
  countries.filter(country => isSupportedCountry(country)).map(country => `+${getCountryCallingCode(country)}`)
