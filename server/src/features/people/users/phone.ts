import type { Phone } from '@claviger/contract/ground/fields'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { problem } from '../../../ground/problem.ts'

/** The prefix of the country with its plus and the national number, digits only; together E.164. Throws invalid-phone. */
export function phoneOf(input: Phone): { country: string; number: string } {
  const refused = () =>
    problem('invalid-phone', undefined, [
      { field: 'phoneNumber.mobileNumber', message: problem('invalid-phone').message },
    ])
  const code = input.countryCode.replace('+', '')
  let found
  try {
    found = parsePhoneNumberFromString(input.mobileNumber, { defaultCallingCode: code, extract: false })
  } catch {
    // No such calling code
    throw refused()
  }
  if (!found?.isValid() || found.countryCallingCode !== code) throw refused()
  return { country: `+${code}`, number: found.nationalNumber }
}
