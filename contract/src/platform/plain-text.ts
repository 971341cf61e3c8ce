// One form for texts and identifiers, at every door: forms, CSV, SCIM, LDAP, claims of providers, and sign-in.

/**
 * Invisible characters, and characters that turn the direction of the text around them: two names that look the same
 * would be different. The joiners U+200C and U+200D stay, because Persian and emoji need them.
 */
const hidden =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- these characters are what is refused
  /[\p{Cc}\p{Co}\p{Zl}\p{Zp}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u
const everyHidden = new RegExp(hidden.source, 'gu')

export const hasHiddenCharacter = (text: string): boolean => hidden.test(text)

/** Composed characters (Unicode NFC), so that one name has one form whatever keyboard or product wrote it. */
export const canonicalText = (text: string): string => text.normalize('NFC')

/** For directories, whose texts can't be refused: without hidden characters, trimmed, in the canonical form. */
export const cleanText = (text: string): string => canonicalText(text.replaceAll(everyHidden, '')).trim()

/** Lowercase, composed, and an internationalized domain as A-labels (RFC 5891), as mail servers compare it. */
export function canonicalEmail(text: string): string {
  const address = canonicalText(text).toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  // eslint-disable-next-line no-control-regex -- ASCII
  if (at < 0 || /^[\u0000-\u007f]*$/.test(domain)) return address
  const ascii = URL.parse(`http://${domain}`)?.hostname
  return ascii === undefined || !/^[a-z0-9.-]+$/.test(ascii) ? address : `${address.slice(0, at)}@${ascii}`
}
