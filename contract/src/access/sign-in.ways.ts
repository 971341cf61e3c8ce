/**
 * Ways in that a workspace may offer, in the order in which the page shows them where nobody chose another: a passkey, a
 * tapped badge with its PIN, a code by mail, a password, an approval on the phone, and a code to the number on record, as
 * a text message or read aloud in a call.
 */
export const ways = ['passkey', 'badge', 'code', 'password', 'phone', 'sms', 'call'] as const
export type Way = (typeof ways)[number]

/** Codes that go to a number: each costs money, so they are open only where a profile names them. */
export const phoneCodes = ['sms', 'call'] as const
export type PhoneCode = (typeof phoneCodes)[number]
export const isPhoneCode = (way: string): way is PhoneCode => way === 'sms' || way === 'call'

/** The ways in of everybody who has no authentication profile. */
export const usualWays = ways.filter(way => !isPhoneCode(way))

/** How a code comes to somebody. */
export const codeWays = ['code', ...phoneCodes] as const
export type CodeWay = (typeof codeWays)[number]
