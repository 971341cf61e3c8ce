import type { Connection } from '../wire/connection.ts'
import type { Entry } from '../wire/answers.ts'
import { LdapFailure } from '../wire/failure.ts'
import { anchorAttributes, findAnchor } from './anchors.ts'
import { textsIn } from './values.ts'

/** So many values of a group are asked for at once where the directory gives them in parts. */
const step = 1000
const named = ['member', 'uniqueMember'] as const

/** Names of all members of a group, part by part (Active Directory gives no more than 1,500 at once); none where the group is gone. */
export async function* memberNames(connection: Connection, dn: string, inParts: boolean): AsyncGenerator<string[]> {
  if (inParts) return yield* inRanges(connection, dn)
  const group = await connection.entry(dn, [...named, 'objectClass'])
  if (!group) return
  const names = named.flatMap(name => textsIn(group, name))
  // These are never without (RFC 4519 §3.5): what cannot be seen is not empty
  if (names.length === 0 && textsIn(group, 'objectClass').some(one => /^groupof(unique)?names$/i.test(one)))
    throw new LdapFailure('The account may not read who is in groups', 'rights', false)
  yield names.map(name => name.replace(/#'[01]*'B$/, ''))
}

async function* inRanges(connection: Connection, dn: string): AsyncGenerator<string[]> {
  for (let from = 0; ;) {
    const group = await connection.entry(dn, [`member;range=${from}-${from + step - 1}`])
    const [name, values] = [...(group?.attributes ?? [])].find(([one]) => one.startsWith('member;range=')) ?? []
    // Without members there is no such attribute
    if (name === undefined || values === undefined) return
    const to = /^member;range=(\d+)-(\d+|\*)$/.exec(name)
    if (Number(to?.[1]) !== from)
      throw new LdapFailure('The directory gave another part of a group than was asked for', 'base', true)
    yield values.map(String)
    if (to?.[2] === '*' || values.length === 0) return
    from += values.length
  }
}

/** Logins of a POSIX group, which name people by uid. */
export async function memberLogins(connection: Connection, dn: string): Promise<string[]> {
  const group = await connection.entry(dn, ['memberUid'])
  return group ? textsIn(group, 'memberUid') : []
}

/** What a name in a group stands for. */
export interface Meant {
  readonly dn: string
  readonly anchor: string
  readonly isGroup: boolean
  /** By which Active Directory names it in primaryGroupID. */
  readonly rid: number | undefined
}

const groupClasses = ['group', 'groupOfNames', 'groupOfUniqueNames', 'groupOfMembers', 'posixGroup']
/** What is a group of any kind, as a filter. */
export const anyGroup = `(|${groupClasses.map(name => `(objectClass=${name})`).join('')})`
const isGroup = (classes: readonly string[]) =>
  classes.some(one => groupClasses.some(name => name.toLowerCase() === one.toLowerCase()))

/** The last part of a SID. */
export function ridOf(entry: Entry): number | undefined {
  const sid = entry.attributes.get('objectsid')?.[0]
  return sid && sid.length >= 12 ? sid.readUInt32LE(sid.length - 4) : undefined
}

/** Reads what names stand for; undefined for what is neither a person of ours nor a group, or is not there. */
export function lookUp(connection: Connection, personFilter: string) {
  const filter = `(|${personFilter}${anyGroup})`
  return async (dn: string): Promise<Meant | undefined> => {
    const entry = await connection.entry(dn, ['objectClass', 'objectSid', ...anchorAttributes], filter)
    const anchor = entry && findAnchor(entry)
    if (!entry || anchor === undefined) return undefined
    return { dn, anchor, isGroup: isGroup(textsIn(entry, 'objectClass')), rid: ridOf(entry) }
  }
}
