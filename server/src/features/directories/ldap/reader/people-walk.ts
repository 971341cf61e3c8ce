import { hash } from 'node:crypto'
import type { LdapClient } from '../wire/connection.ts'
import { externalIdOf } from './anchors.ts'
import { lookUpMember, type ResolvedMember, memberLogins, memberNames } from './ldap-members.ts'
import type { Directory, LdapTarget } from './ldap-connection.ts'
import { escapeFilterValue } from './ldap-values.ts'

/** Index of entries by DN; compact, because there may be 100,000. */
export class Names {
  readonly #people = new Map<string, string>()
  readonly #others = new Map<string, ResolvedMember | undefined>()
  /** Can group members be read at all? Undefined until a member was seen or this was tested. */
  membersSeen: boolean | undefined

  add(dn: string, anchor: string): void {
    this.#people.set(short(dn), anchor)
  }

  person(dn: string): string | undefined {
    return this.#people.get(short(dn))
  }

  async other(
    dn: string,
    ask: (dn: string) => Promise<ResolvedMember | undefined>,
  ): Promise<ResolvedMember | undefined> {
    const key = short(dn)
    if (this.#others.has(key)) return this.#others.get(key)
    const meant = await ask(dn)
    if (this.#others.size > mostKept) this.#others.clear()
    this.#others.set(key, meant)
    return meant
  }
}

const mostKept = 20_000
const short = (dn: string) => hash('sha1', dn.toLowerCase(), 'base64')

const atOnce = 50
const mostWithin = 5000

export interface WalkStart {
  readonly dn: string
  readonly rid: number | undefined
}

export interface WalkPage {
  readonly anchors: readonly string[]
  readonly hidden?: 'surely' | 'perhaps'
}

/** Transitive users of a group, each once, even with cyclic nesting. */
export async function* peopleWithin(
  directory: Directory,
  target: LdapTarget,
  names: Names,
  begin: WalkStart,
): AsyncGenerator<WalkPage> {
  const { connection, activeDirectory } = directory
  const ask = lookUpMember(connection, target)
  const walked = new Set([begin.dn.toLowerCase()])
  const told = new Set<string>()
  const fresh = (anchors: readonly string[]) => anchors.filter(one => !told.has(one) && told.add(one))
  const waiting: WalkStart[] = [begin]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    let bare = activeDirectory
    for await (const part of memberNames(connection, place.dn, activeDirectory)) {
      bare = false
      for (let at = 0; at < part.length; at += atOnce) {
        const found = await Promise.all(part.slice(at, at + atOnce).map(dn => meaning(names, dn, ask)))
        yield { anchors: fresh(found.flatMap(one => (one && !one.isGroup ? one.anchor : []))) }
        for (const one of found) {
          if (!one?.isGroup || walked.has(one.dn.toLowerCase()) || walked.size > mostWithin) continue
          walked.add(one.dn.toLowerCase())
          waiting.push(one)
        }
      }
    }
    if (activeDirectory && !bare) names.membersSeen = true
    const hidden = bare ? await hiddenIn(connection, target, names, place.dn) : undefined
    if (hidden) yield { anchors: [], hidden }
    const rid = activeDirectory ? place.rid : undefined
    if (rid !== undefined) yield* searched(connection, target, `(primaryGroupID=${rid})`, fresh)
    const logins = activeDirectory ? [] : await memberLogins(connection, place.dn)
    for (let at = 0; at < logins.length; at += atOnce) {
      const some = logins.slice(at, at + atOnce).map(login => `(uid=${escapeFilterValue(login)})`)
      yield* searched(connection, target, `(|${some.join('')})`, fresh)
    }
  }
}

/**
 * Does an Active Directory group without visible members have some? An unreadable attribute looks like a missing one,
 * but users list their groups; and if no group shows any member, this can't be determined.
 */
async function hiddenIn(
  connection: LdapClient,
  { bases }: LdapTarget,
  names: Names,
  dn: string,
): Promise<WalkPage['hidden']> {
  const isAny = async (filter: string) => {
    for (const base of bases) {
      const search = { base, scope: 'sub', filter, attributes: ['objectClass'] } as const
      if ((await connection.find(search, 'rights', 1)).length > 0) return true
    }
    return false
  }
  if (await isAny(`(memberOf=${escapeFilterValue(dn)})`)) return 'surely'
  names.membersSeen ??= await isAny('(&(objectClass=group)(member=*))')
  return names.membersSeen ? undefined : 'perhaps'
}

async function meaning(names: Names, dn: string, ask: (dn: string) => Promise<ResolvedMember | undefined>) {
  const anchor = names.person(dn)
  return anchor === undefined ? names.other(dn, ask) : { dn, anchor, isGroup: false, rid: undefined }
}

async function* searched(
  connection: LdapClient,
  { bases, personFilter }: LdapTarget,
  filter: string,
  fresh: (anchors: readonly string[]) => string[],
): AsyncGenerator<WalkPage> {
  for (const base of bases) {
    const search = {
      base,
      scope: 'sub',
      filter: `(&${personFilter}${filter})`,
      attributes: ['objectGUID', 'entryUUID', 'ipaUniqueID', 'nsUniqueId'],
    } as const
    for await (const page of connection.pages(search, 1000)) yield { anchors: fresh(page.map(externalIdOf)) }
  }
}
