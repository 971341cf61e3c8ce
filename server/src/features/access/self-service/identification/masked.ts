import type { CodeChannel } from '@claviger/contract/access/self-service'
import type { Config } from '../../../../ground/config.ts'
import type { UserRow } from '../../../people/users/users.ts'

const dots = '•••'
const first = (text: string): string => Array.from(text.trim())[0] ?? ''

/** "Maria Keller" as "M••• K•••". */
export const maskedName = (user: Pick<UserRow, 'first_name' | 'last_name'>): string =>
  [user.first_name, user.last_name]
    .filter(name => name.trim() !== '')
    .map(name => `${first(name)}${dots}`)
    .join(' ')

/** Where a code may go, as much of the addresses as their owner needs to know them again. */
export function channelsOf(config: Pick<Config, 'smsUrl'>, user: UserRow): { type: CodeChannel; address: string }[] {
  const { email, phone_country: country, phone_number: number } = user
  const [name = '', domain = ''] = email?.split('@') ?? []
  return [
    ...(email === null ? [] : [{ type: 'email' as const, address: `${first(name)}${dots}@${domain}` }]),
    ...(number === null || config.smsUrl === undefined
      ? []
      : [{ type: 'phone' as const, address: `${country ?? ''} ${dots} ${number.slice(-2)}` }]),
  ]
}
