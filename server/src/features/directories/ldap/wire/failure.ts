import { DeliveryError } from '#integrations/target.ts'
import { BerError } from './ber.ts'

export const steps = ['address', 'certificate', 'sign-in', 'base', 'filter', 'rights'] as const
export type LdapCheckStep = (typeof steps)[number]

export class LdapFailure extends Error {
  readonly step: LdapCheckStep
  readonly again: boolean
  readonly code: number | undefined
  constructor(message: string, step: LdapCheckStep, again: boolean, code?: number) {
    super(message)
    this.step = step
    this.again = again
    this.code = code
  }
}

// RFC 4511 appendix A
const words: Readonly<Record<number, readonly [says: string, step: LdapCheckStep, again: boolean]>> = {
  3: ['The directory took longer than it allows', 'rights', true],
  4: ['The directory gives fewer entries than there are: raise its size limit for this account', 'rights', false],
  7: ['The directory does not take a name with a password', 'sign-in', false],
  8: ['The directory asks for encryption: use ldaps:// or StartTLS', 'certificate', false],
  10: ['The directory refers to another server for this base DN', 'base', false],
  11: ["The directory's administrative limit was reached", 'rights', false],
  12: ['The directory cannot give its entries page by page', 'rights', false],
  13: ['The directory asks for encryption: use ldaps:// or StartTLS', 'certificate', false],
  18: ['The directory does not understand the filter', 'filter', false],
  32: ['The base DN is not there', 'base', false],
  34: ['The base DN or username is no distinguished name', 'base', false],
  48: ['The directory does not let this account sign in with a password', 'sign-in', false],
  49: ['The username or password is wrong', 'sign-in', false],
  50: ['The account may not read here', 'rights', false],
  51: ['The directory is busy', 'address', true],
  52: ['The directory is not available', 'address', true],
}

// Active Directory's sub-codes of a failed bind, returned only if the password was correct
const ofActiveDirectory: Readonly<Record<string, string>> = {
  '532': 'The password of this account has expired',
  '533': 'This account is disabled',
  '701': 'This account has expired',
  '773': 'This account must change its password first',
  '775': 'This account is locked',
}

export function failureOf(code: number, says: string, step: LdapCheckStep): LdapFailure {
  const data = code === 49 ? ofActiveDirectory[/data ([0-9a-f]+)/.exec(says)?.[1] ?? ''] : undefined
  const [known, where, again] = words[code] ?? [`The directory answered with code ${code}`, step, false]
  const said = says
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 150)
  return new LdapFailure(data ?? (said === '' ? known : `${known} (${said})`), where, again, code)
}

export function asFailure(error: unknown, step: LdapCheckStep): LdapFailure {
  if (error instanceof LdapFailure) return error
  if (error instanceof BerError) return new LdapFailure(error.message, 'address', false)
  if (error instanceof DeliveryError) return new LdapFailure(inWords(error.message), step, step === 'address')
  throw error
}

// Reuses the network error messages of the log streams
const inWords = (message: string) =>
  message.replaceAll('the receiver', 'the server').replaceAll('The receiver', 'The server')
