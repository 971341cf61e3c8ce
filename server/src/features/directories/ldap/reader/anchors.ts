import type { LdapEntry } from '../wire/ldap-messages.ts'
import { LdapFailure } from '../wire/failure.ts'
import { escapeFilterValue, guidFilterValue, guidOf, textInEntry } from './ldap-values.ts'

/** Immutable IDs that survive renames: Active Directory, OpenLDAP, FreeIPA, and 389 Directory Server. */
export const externalIdAttributes = ['objectGUID', 'entryUUID', 'ipaUniqueID', 'nsUniqueId'] as const

/** Immutable ID of an entry as text. @throws LdapFailure if the account can't read it */
export function externalIdOf(entry: LdapEntry): string {
  const found = externalIdOfEntry(entry)
  if (found !== undefined) return found
  throw new LdapFailure('The account may not read objectGUID or entryUUID, which say who is who', 'rights', false)
}

export function externalIdOfEntry(entry: LdapEntry): string | undefined {
  const guid = entry.attributes.get('objectguid')?.[0]
  const text =
    (guid && guidOf(guid)) ??
    externalIdAttributes
      .slice(1)
      .map(name => textInEntry(entry, name))
      .find(one => one !== '')
  return text?.slice(0, 100).toLowerCase()
}

export function filterByExternalIds(anchors: readonly string[], activeDirectory: boolean): string {
  const parts = anchors.flatMap(anchor => {
    if (!activeDirectory) return externalIdAttributes.slice(1).map(name => `(${name}=${escapeFilterValue(anchor)})`)
    const guid = guidFilterValue(anchor)
    return guid === undefined ? [] : [`(objectGUID=${guid})`]
  })
  return `(|${parts.join('')}(!(objectClass=*)))`
}
