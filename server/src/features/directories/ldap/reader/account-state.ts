import type { ThreeState } from '#platform/parsing/three-state.ts'
import type { LdapEntry } from '../wire/ldap-messages.ts'
import { fileTime, ldapInstantOf, textInEntry } from './ldap-values.ts'

export const stateAttributes = [
  'userAccountControl',
  'accountExpires',
  'shadowExpire',
  'pwdAccountLockedTime',
  'pwdEndTime',
  'nsAccountLock',
  'loginDisabled',
  'krbPrincipalExpiration',
  'msDS-UserAccountDisabled',
  'ds-pwp-account-disabled',
] as const

const disabled = 0x2
/** 389 Directory Server and FreeIPA, eDirectory, AD LDS, and PingDirectory. */
const switches = ['nsAccountLock', 'loginDisabled', 'msDS-UserAccountDisabled', 'ds-pwp-account-disabled']
const never = 0x7fff_ffff_ffff_ffffn

/**
 * Is the account enabled? Undefined if Active Directory doesn't show `userAccountControl`, which every account there has: the
 * reading account may not see it. Other directories have their attribute only on disabled accounts. Temporary lockouts after wrong passwords don't count: anyone can cause them for any user,
 * so they must not suspend users here.
 */
export function accountStateOf(entry: LdapEntry, now: Date, activeDirectory: boolean): ThreeState<boolean> {
  if (isClosed(entry, now)) return false
  return activeDirectory && textInEntry(entry, 'userAccountControl') === '' ? undefined : true
}

function isClosed(entry: LdapEntry, now: Date): boolean {
  if ((Number(textInEntry(entry, 'userAccountControl')) & disabled) !== 0) return true
  if (switches.some(name => /^true$/i.test(textInEntry(entry, name)))) return true
  // The value for a permanent lock (draft-behera-ldap-password-policy §5.3.3)
  if (textInEntry(entry, 'pwdAccountLockedTime') === '000001010000Z') return true
  const ends = ['pwdEndTime', 'krbPrincipalExpiration'].map(name => ldapInstantOf(textInEntry(entry, name)))
  return (
    ends.some(end => end && end <= now) ||
    endedByTicks(textInEntry(entry, 'accountExpires'), now) ||
    endedByDays(entry, now)
  )
}

function endedByTicks(text: string, now: Date): boolean {
  if (!/^\d{1,19}$/.test(text)) return false
  const ticks = BigInt(text)
  return ticks !== 0n && ticks < never && ticks <= fileTime(now)
}

function endedByDays(entry: LdapEntry, now: Date): boolean {
  const days = textInEntry(entry, 'shadowExpire')
  return /^\d{1,9}$/.test(days) && Number(days) * 86_400_000 <= now.getTime()
}
