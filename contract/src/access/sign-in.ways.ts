/**
 * Ways in that a workspace may offer, in the order in which the page shows them where nobody chose another: a passkey, a
 * tapped badge with its PIN, an approval on the phone, a code by mail, and a password.
 */
export const ways = ['passkey', 'badge', 'code', 'password', 'phone'] as const
export type Way = (typeof ways)[number]
