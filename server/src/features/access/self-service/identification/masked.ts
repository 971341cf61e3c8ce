import type { CodeChannel } from '@claviger/contract/access/self-service'
import type { Config } from '#platform/config.ts'
import type { UserRow } from '#features/people/users/users.ts'
import { isTexted } from '../verification/texted-phone.ts'

const dots = '•••'
const first = (text: string): string => Array.from(text.trim())[0] ?? ''

/** "Maria Keller" as "M••• K•••". */
export const maskedName = (user: Pick<UserRow, 'first_name' | 'last_name'>): string =>
  [user.first_name, user.last_name]
    .filter(name => name.trim() !== '')
    .map(name => `${first(name)}${dots}`)
    .join(' ')

/**
 * Channels for a code, with addresses masked but recognizable for their owner; `unreached` is a phone number that
 * codes can't be sent to because of its country or kind.
 */
export function channelsOf(
  config: Pick<Config, 'smsUrl'>,
  user: UserRow,
  countries: readonly string[],
): { channels: { type: CodeChannel; address: string }[]; unreached: string | null } {
  const { email, phone_country: country, phone_number: number } = user
  const [name = '', domain = ''] = email?.split('@') ?? []
  const phone = number === null || config.smsUrl === undefined ? null : `${country ?? ''} ${dots} ${number.slice(-2)}`
  const texted = phone !== null && isTexted(countries, user)
  return {
    channels: [
      ...(email === null ? [] : [{ type: 'email' as const, address: `${first(name)}${dots}@${domain}` }]),
      ...(texted ? [{ type: 'phone' as const, address: phone }] : []),
    ],
    unreached: texted ? null : phone,
  }
}
