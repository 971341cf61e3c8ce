import type { LdapClient } from '../wire/connection.ts'
import type { LdapEntry } from '../wire/ldap-messages.ts'
import type { LdapTarget } from './ldap-connection.ts'
import { LdapFailure } from '../wire/failure.ts'
import { externalIdAttributes, externalIdOfEntry } from './anchors.ts'
import { textsIn } from './ldap-values.ts'

const step = 1000
const named = ['member', 'uniqueMember'] as const

/** DNs of all members of a group, in ranges (Active Directory returns at most 1,500 each); none if it is gone. */
export async function* memberNames(connection: LdapClient, dn: string, inParts: boolean): AsyncGenerator<string[]> {
  if (inParts) return yield* inRanges(connection, dn)
  const group = await connection.entry(dn, [...named, 'objectClass'])
  if (!group) return
  const names = named.flatMap(name => textsIn(group, name))
  // These classes require a member (RFC 4519 §3.5), so none visible means not readable
  if (names.length === 0 && textsIn(group, 'objectClass').some(one => /^groupof(unique)?names$/i.test(one)))
    throw new LdapFailure('The account may not read who is in groups', 'rights', false)
  yield names.map(name => name.replace(/#'[01]*'B$/, ''))
}

async function* inRanges(connection: LdapClient, dn: string): AsyncGenerator<string[]> {
  for (let from = 0; ;) {
    const group = await connection.entry(dn, [`member;range=${from}-${from + step - 1}`])
    const [name, values] = [...(group?.attributes ?? [])].find(([one]) => one.startsWith('member;range=')) ?? []
    // A group without members has no such attribute
    if (name === undefined || values === undefined) return
    const to = /^member;range=(\d+)-(\d+|\*)$/.exec(name)
    if (Number(to?.[1]) !== from)
      throw new LdapFailure('The directory gave another part of a group than was asked for', 'base', true)
    yield values.map(String)
    if (to?.[2] === '*' || values.length === 0) return
    from += values.length
  }
}

export async function memberLogins(connection: LdapClient, dn: string): Promise<string[]> {
  const group = await connection.entry(dn, ['memberUid'])
  return group ? textsIn(group, 'memberUid') : []
}

export interface ResolvedMember {
  readonly dn: string
  readonly anchor: string
  readonly isGroup: boolean
  readonly rid: number | undefined
}

const groupClasses = ['group', 'groupOfNames', 'groupOfUniqueNames', 'groupOfMembers', 'posixGroup']
export const anyGroup = `(|${groupClasses.map(name => `(objectClass=${name})`).join('')})`
const isGroup = (classes: readonly string[]) =>
  classes.some(one => groupClasses.some(name => name.toLowerCase() === one.toLowerCase()))

export function ridOf(entry: LdapEntry): number | undefined {
  const sid = entry.attributes.get('objectsid')?.[0]
  return sid && sid.length >= 12 ? sid.readUInt32LE(sid.length - 4) : undefined
}

const memberAttributes = ['objectClass', 'objectSid', ...externalIdAttributes]
/** Active Directory names a member from a trusted domain by a placeholder with its SID (MS-ADTS §6.1.1.4.10). */
const foreignPrincipal = /^cn=(s-1-\d+(?:-\d+){1,15}),cn=foreignsecurityprincipals,/i

/** Resolves DNs; undefined for entries that are neither users in scope nor groups, and for missing ones. */
export function lookUpMember(connection: LdapClient, { personFilter, bases }: LdapTarget) {
  const filter = `(|${personFilter}${anyGroup})`
  return async (dn: string): Promise<ResolvedMember | undefined> => {
    const [, sid] = foreignPrincipal.exec(dn) ?? []
    const entry =
      sid === undefined
        ? await connection.entry(dn, memberAttributes, filter)
        : await entryBySid(connection, bases, filter, sid)
    const anchor = entry && externalIdOfEntry(entry)
    if (!entry || anchor === undefined) return undefined
    return { dn: entry.dn, anchor, isGroup: isGroup(textsIn(entry, 'objectClass')), rid: ridOf(entry) }
  }
}

/** The user or group with this SID: of another domain that is read too, or one that was moved from there. */
async function entryBySid(
  connection: LdapClient,
  bases: readonly string[],
  scope: string,
  sid: string,
): Promise<LdapEntry | undefined> {
  const filter = `(&${scope}(|(objectSid=${sid})(sIDHistory=${sid})))`
  for (const base of bases) {
    const [entry] = await connection.find({ base, scope: 'sub', filter, attributes: memberAttributes }, 'rights', 1)
    if (entry) return entry
  }
  return undefined
}
