import type { Say } from '../../../../ground/languages.ts'
import { msg } from '../../../../ground/languages.ts'

const words: Readonly<Record<string, string>> = {
  openid: msg('Who you are, by a number that stands for you'),
  profile: msg('Your name and user ID'),
  email: msg('Your email address'),
  phone: msg('Your phone number'),
  address: msg('Your postal address'),
  groups: msg('Which groups you are in'),
  offline_access: msg('All this also while you are not there, until you sign out'),
}

/** What scopes open, for whoever is to agree. */
export const scopesInWords = (scopes: readonly string[], say: Say): string[] =>
  scopes.map(scope => {
    const text = words[scope]
    return text === undefined ? scope : say(text)
  })
