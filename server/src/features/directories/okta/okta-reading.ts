import type { OktaSettings } from '@claviger/contract/directories/okta'
import * as z from 'zod/mini'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import type { Okta } from '../cloud/cloud.okta.ts'
import { attributesOf, reportRows } from '../cloud/cloud.reading.ts'
import { withoutValues } from '../links/links.mapping.ts'
import type { ThreeState } from '#platform/parsing/three-state.ts'
import type { SourceReadOptions, SourceReading, SourceGroup, SourcePerson } from '../syncs/syncs.sources.ts'

const Person = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  status: z.string(),
  lastUpdated: z.optional(z.string()),
  profile: z.record(z.string(), z.unknown()),
})
type Person = z.output<typeof Person>
const Group = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  profile: z.object({ name: z.string(), description: z.nullable(z.optional(z.string())) }),
})
const Cursor = z.object({ organization: z.string(), after: z.iso.datetime() })

type Page = { people: readonly SourcePerson[]; gone: readonly string[] }
type Groups = { groups: readonly SourceGroup[]; gone: readonly string[] }
const at = (id: string) => encodeURIComponent(id)
/** Okta's search index lags, so changes within this time before the newest one are read again; milliseconds. */
const overlap = 10 * 60_000

/** Parses an Okta user for a run. @throws if invalid */
export const oktaPerson = (row: unknown): SourcePerson => personOf(Person.parse(row))
/** Okta leaves out attributes of a profile that have no value: `named` are those that state so. */
const personOf = ({ id, status, profile }: Person, named: readonly string[] = []): SourcePerson => ({
  anchor: id,
  active: stateOf(status),
  attributes: { ...withoutValues(named), ...attributesOf(profile), id, status },
})

// developer.okta.com/docs/reference/api/users: the states of an account that can sign in, now or after a reset
const open = ['STAGED', 'PROVISIONED', 'ACTIVE', 'RECOVERY', 'PASSWORD_EXPIRED', 'LOCKED_OUT']
const closed = ['SUSPENDED', 'DEPROVISIONED']
const stateOf = (status: string): ThreeState<boolean> =>
  open.includes(status) || (closed.includes(status) ? false : undefined)

/** Parses an Okta group for a run. @throws if invalid */
export function oktaGroup(row: unknown): SourceGroup {
  const { id, profile } = Group.parse(row)
  return { anchor: id, name: profile.name, description: profile.description ?? '' }
}

/** Reads an organization: completely, only changes, or the users of some groups. */
export function readOkta(
  okta: Okta,
  organization: string,
  settings: OktaSettings,
  ask: SourceReadOptions & { named?: readonly string[] },
): SourceReading {
  const how = { signal: ask.signal }
  const scope = settings.scope.map(one => one.id)
  const before = Cursor.safeParse(ask.cursor)
  const whole = scope.length === 0 && ask.only === undefined
  const since = whole && before.success && before.data.organization === organization ? before.data.after : undefined
  let newest = since ?? ''
  let ended = false

  const page = (rows: readonly unknown[]): Page => {
    const everyone = rows.map(row => Person.parse(row))
    for (const { lastUpdated = '' } of everyone) if (lastUpdated > newest) newest = lastUpdated
    const stays = ({ status }: Person) => status !== 'DEPROVISIONED'
    return {
      people: everyone.filter(stays).map(one => personOf(one, ask.named)),
      gone: since === undefined ? [] : everyone.filter(one => !stays(one)).map(one => one.id),
    }
  }
  async function* all(): AsyncIterable<Page> {
    const changed = since === undefined ? '' : `&search=${encodeURIComponent(`lastUpdated gt "${since}"`)}`
    for await (const rows of okta.pages(`/users?limit=200${changed}`, how)) yield page(rows)
    ended = true
  }
  async function* ofGroups(ids: readonly string[]): AsyncIterable<Page> {
    const seen = new Set<string>()
    for (const id of ids)
      for await (const rows of okta.pages(`/groups/${at(id)}/users?limit=1000`, how)) {
        const fresh = page(rows).people.filter(one => !seen.has(one.anchor))
        for (const one of fresh) seen.add(one.anchor)
        yield { people: fresh, gone: [] }
      }
  }
  async function* chosen(users: readonly string[]): AsyncIterable<Page> {
    for (const id of users) {
      const one = await okta.get(`/users/${at(id)}`, how).catch((error: unknown) => {
        if (error instanceof CloudFailure && error.status === 404) return undefined
        throw error
      })
      if (one !== undefined) yield page([one])
    }
  }
  async function* people(): AsyncIterable<Page> {
    if (ask.only) {
      yield* ofGroups(ask.only.groups ?? [])
      yield* chosen(ask.only.users ?? [])
    } else if (scope.length > 0) yield* ofGroups(scope)
    else yield* all()
  }
  async function* groups(): AsyncIterable<Groups> {
    const ids = ask.only ? (ask.only.groups ?? []) : scope
    if (ask.only || (settings.groups && ids.length > 0))
      for (const id of ids) yield { groups: [oktaGroup(await okta.get(`/groups/${at(id)}`, how))], gone: [] }
    else if (settings.groups)
      for await (const rows of okta.pages('/groups?limit=1000', how)) yield { groups: rows.map(oktaGroup), gone: [] }
  }
  async function* members({ anchor }: SourceGroup): ReturnType<SourceReading['members']> {
    for await (const rows of okta.pages(`/groups/${at(anchor)}/users?limit=1000`, how))
      yield { add: rows.map(row => Person.parse(row).id), remove: [], whole: true }
  }
  return {
    whole: since === undefined && ask.only === undefined,
    people: () => reportRows(people()),
    groups: () => reportRows(groups()),
    members: group => reportRows(members(group)),
    cursor: () => (ended && newest !== '' ? { organization, after: later(since, earlier(newest)) } : null),
  }
}

const later = (one = '', other: string): string => (one > other ? one : other)
const earlier = (moment: string): string => new Date(Date.parse(moment) - overlap).toISOString()
