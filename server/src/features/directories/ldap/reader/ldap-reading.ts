import type {
  SourceReadOptions,
  SourceReading,
  SourceGroup,
  SourcePerson,
} from '#features/directories/syncs/syncs.sources.ts'
import type { LdapEntry } from '../wire/ldap-messages.ts'
import { accountStateOf, stateAttributes } from './account-state.ts'
import { externalIdAttributes, externalIdOf, filterByExternalIds, externalIdOfEntry } from './anchors.ts'
import { cursorOf, progress, changesFilter } from './ldap-changes.ts'
import { anyGroup, ridOf } from './ldap-members.ts'
import { type Directory, mustReadBases, openDirectory, type LdapTarget } from './ldap-connection.ts'
import { readFilter } from '../ldap.filter.ts'
import { withoutValues } from '#features/directories/links/links.mapping.ts'
import { attributesOfEntry, escapeFilterValue, textInEntry } from './ldap-values.ts'
import { Names, peopleWithin, type WalkStart } from './people-walk.ts'

const pageSize = 1000
const stamp = 'modifyTimestamp'
const groupAttributes = ['cn', 'description', 'objectSid', stamp, ...externalIdAttributes] as const

export interface EntryReading {
  readonly names: readonly string[] | undefined
  readonly now: Date
  readonly activeDirectory: boolean
  /** Attributes for roles that can be read: a user without them has none. */
  readonly readable: readonly string[]
}

export const personOfEntry = (
  entry: LdapEntry,
  { names, now, activeDirectory, readable }: EntryReading,
): SourcePerson => ({
  anchor: externalIdOf(entry),
  active: accountStateOf(entry, now, activeDirectory),
  attributes: { ...withoutValues(readable), ...attributesOfEntry(entry, names) },
})

export const requestedAttributes = (names: readonly string[]): string[] => [
  ...new Set([...names, ...stateAttributes, ...externalIdAttributes, stamp]),
]

/** Reads a directory. @throws LdapFailure */
export async function readDirectory(
  target: LdapTarget,
  ask: SourceReadOptions & { now: () => Date },
): Promise<SourceReading> {
  const directory = await openDirectory(target, ask.signal)
  const { connection } = directory
  ask.signal.addEventListener('abort', () => connection.close(), { once: true })
  try {
    await mustReadBases(directory, target.bases)
  } catch (error) {
    connection.close()
    throw error
  }
  const readable = await readableOf(directory, target)
  const cursor = ask.only ? undefined : cursorOf(ask.cursor, directory)
  const seen = progress(directory, cursor, ask.now, ask.everyMinutes)
  const names = new Names()
  const places = new Map<string, WalkStart>()
  const change = cursor && changesFilter(cursor, ask.now())
  const among = (filter: string, anchors: readonly string[] = []) => {
    if (ask.only)
      return chunks(anchors, 100).map(some => `(&${filter}${filterByExternalIds(some, directory.activeDirectory)})`)
    return [change === undefined ? filter : `(&${filter}${change})`]
  }
  const search = (filters: readonly string[], attributes: readonly string[]) =>
    found(directory, target, filters, attributes)

  const anchorsOf = async function* (what: 'user' | 'group') {
    const filter = what === 'user' ? target.personFilter : target.groupFilter
    if (filter === '') return
    for await (const page of search([filter], externalIdAttributes)) yield page.map(externalIdOf)
  }
  const tell = (entry: LdapEntry): SourceGroup => {
    const anchor = externalIdOf(entry)
    places.set(anchor, { dn: entry.dn, rid: ridOf(entry) })
    const name = textInEntry(entry, 'cn')
    return { anchor, name: name === '' ? entry.dn : name, description: textInEntry(entry, 'description') }
  }

  return {
    whole: cursor === undefined && !ask.only,

    async *people() {
      const missing = new Set(ask.only?.users)
      if (ask.only && missing.size === 0) return
      for await (const page of search(
        among(target.personFilter, ask.only?.users),
        requestedAttributes(target.attributes),
      )) {
        for (const entry of page) seen.saw(entry)
        const how = { ...directory, names: target.attributes, now: ask.now(), readable }
        const people = page.map(entry => personOfEntry(entry, how))
        for (const [at, { anchor }] of people.entries()) {
          names.add(page[at]?.dn ?? '', anchor)
          missing.delete(anchor)
        }
        yield { people, gone: [] }
      }
      if (missing.size > 0) yield { people: [], gone: [...missing] }
      // Users who changed and are no longer in scope
      if (change !== undefined)
        for await (const page of search([`(&${change}(!${target.personFilter}))`], [...externalIdAttributes, stamp]))
          yield { people: [], gone: page.flatMap(entry => externalIdOfEntry(entry) ?? []) }
    },

    async *groups() {
      if (target.groupFilter === '' || (ask.only && !ask.only.groups?.length)) return
      const above = new Set<string>()
      for await (const page of search(among(target.groupFilter, ask.only?.groups), groupAttributes)) {
        for (const entry of page) seen.saw(entry)
        const groups = page.map(tell)
        yield { groups, gone: [] }
        if (change !== undefined) for (const { dn } of page) above.add(dn)
      }
      for await (const entry of groupsAround(search, target.groupFilter, above)) {
        if (places.has(externalIdOf(entry))) continue
        yield { groups: [tell(entry)], gone: [] }
      }
      if (change !== undefined)
        for await (const page of search(
          [`(&${change}${anyGroup}(!${target.groupFilter}))`],
          [...externalIdAttributes, stamp],
        ))
          yield { groups: [], gone: page.flatMap(entry => externalIdOfEntry(entry) ?? []) }
    },

    async *members(group) {
      const place = places.get(group.anchor)
      if (!place) return
      for await (const { anchors, hidden } of peopleWithin(directory, target, names, place))
        yield { add: anchors, remove: [], whole: true, hidden }
      yield { add: [], remove: [], whole: true }
    },

    ...(seen.listsAll && { present: anchorsOf }),

    cursor() {
      connection.close()
      return ask.only ? ask.cursor : seen.cursor()
    },
  }
}

/**
 * Attributes for roles that at least one user shows. LDAP has no empty attributes, and one that the account may not read
 * looks like a missing one.
 */
export async function readableOf(
  { connection }: Directory,
  { bases, personFilter, roleAttributes }: LdapTarget,
): Promise<string[]> {
  const isShown = async (name: string) => {
    for (const base of bases) {
      const search = {
        base,
        scope: 'sub',
        filter: `(&${personFilter}(${name}=*))`,
        attributes: ['objectClass'],
      } as const
      if ((await connection.find(search, 'filter', 1)).length > 0) return true
    }
    return false
  }
  const shown: string[] = []
  for (const name of roleAttributes) if (await isShown(name)) shown.push(name)
  return shown
}

async function* found(
  { connection }: Directory,
  { bases }: LdapTarget,
  filters: readonly string[],
  attributes: readonly string[],
) {
  for (const base of bases)
    for (const filter of filters)
      yield* connection.pages({ base, scope: 'sub', filter: readFilter(filter), attributes }, pageSize)
}

const chunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, at * size + size))

/** All groups that contain a changed group, because their transitive members changed too. */
async function* groupsAround(
  search: (filters: readonly string[], attributes: readonly string[]) => AsyncIterable<readonly LdapEntry[]>,
  groupFilter: string,
  changed: ReadonlySet<string>,
): AsyncGenerator<LdapEntry> {
  const walked = new Set(changed)
  const waiting = [...changed]
  for (let dn = waiting.pop(); dn !== undefined; dn = waiting.pop()) {
    const name = escapeFilterValue(dn)
    for await (const page of search([`(&${groupFilter}(|(member=${name})(uniqueMember=${name})))`], groupAttributes))
      for (const entry of page) {
        if (walked.has(entry.dn)) continue
        walked.add(entry.dn)
        waiting.push(entry.dn)
        yield entry
      }
  }
}
