/**
 * Sign-in methods in their default order: passkey, access card with PIN, emailed code, password, approval on a phone,
 * and a code to the number on record, as a text message or read aloud in a call.
 */
export const signInMethods = ['passkey', 'badge', 'code', 'password', 'phone', 'sms', 'call'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** Phone codes cost money per code, so they are available only if a profile lists them. */
export const phoneCodes = ['sms', 'call'] as const
export type PhoneCode = (typeof phoneCodes)[number]
export const isPhoneCode = (way: string): way is PhoneCode => way === 'sms' || way === 'call'

/** Sign-in methods of users without an authentication profile. */
export const defaultSignInMethods = signInMethods.filter(way => !isPhoneCode(way))

export const codeMethods = ['code', ...phoneCodes] as const
export type CodeMethod = (typeof codeMethods)[number]
