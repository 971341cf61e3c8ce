import type { Entry } from '../wire/answers.ts'
import { LdapFailure } from '../wire/failure.ts'
import { escaped, guidInFilter, guidOf, textIn } from './values.ts'

/** What names an entry for good, whatever it is renamed to: of Active Directory, OpenLDAP, 389 and FreeIPA. */
export const anchorAttributes = ['objectGUID', 'entryUUID', 'ipaUniqueID', 'nsUniqueId'] as const

/** The anchor of an entry as text. Throws LdapFailure where the account may not read one. */
export function anchorOf(entry: Entry): string {
  const found = findAnchor(entry)
  if (found !== undefined) return found
  throw new LdapFailure('The account may not read objectGUID or entryUUID, which say who is who', 'rights', false)
}

/** The anchor of an entry, or undefined. */
export function findAnchor(entry: Entry): string | undefined {
  const guid = entry.attributes.get('objectguid')?.[0]
  const text =
    (guid && guidOf(guid)) ??
    anchorAttributes
      .slice(1)
      .map(name => textIn(entry, name))
      .find(one => one !== '')
  return text?.slice(0, 100).toLowerCase()
}

/** A filter that finds entries by their anchors. */
export function byAnchors(anchors: readonly string[], activeDirectory: boolean): string {
  const parts = anchors.flatMap(anchor => {
    if (!activeDirectory) return anchorAttributes.slice(1).map(name => `(${name}=${escaped(anchor)})`)
    const guid = guidInFilter(anchor)
    return guid === undefined ? [] : [`(objectGUID=${guid})`]
  })
  return `(|${parts.join('')}(!(objectClass=*)))`
}
