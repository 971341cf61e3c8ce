import type { EntraSettings } from '@claviger/contract/directories/entra'
import * as z from 'zod/mini'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import type { Graph, GraphPage } from '../cloud/cloud.graph.ts'
import { reportRows } from '../cloud/cloud.reading.ts'
import type { SourceReadOptions, SourceReading, SourceGroup, SourcePerson } from '../syncs/syncs.sources.ts'
import { changesOfGroups, placeOfGroups } from './entra-groups.ts'
import { type EntraPerson, entraPerson, selectedFields, sourceGroup, sourcePerson } from './entra-resources.ts'

const Cursor = z.object({ tenant: z.string(), users: z.string(), groups: z.optional(z.string()) })

type Page = { people: readonly SourcePerson[]; gone: readonly string[] }
type Groups = { groups: readonly SourceGroup[]; gone: readonly string[] }
const cast = '$count=true&$top=999'
const advanced = { ConsistencyLevel: 'eventual' }
const at = (id: string) => encodeURIComponent(id)

/** Reads a tenant: with delta queries for the entire tenant, otherwise users of groups or an administrative unit. */
export async function readEntra(
  graph: Graph,
  tenant: string,
  settings: EntraSettings,
  ask: SourceReadOptions,
): Promise<SourceReading> {
  const everyone = ask.only?.everyone === true
  const scope = everyone ? ({ by: 'all' } as const) : settings.scope
  const only = everyone ? undefined : ask.only
  const before = Cursor.safeParse(ask.cursor)
  const since =
    scope.by === 'all' && ask.only === undefined && before.success && before.data.tenant === tenant
      ? await goingOn(graph, before.data.users, ask)
      : undefined
  let [usersFrom, groupsFrom]: [string?, string?] = []
  const how = { signal: ask.signal }
  const page = (rows: readonly unknown[]): Page => {
    const found = rows.map(entraPerson)
    const stays = (one: EntraPerson) => one['@removed'] === undefined && (settings.guests || one.userType !== 'Guest')
    return {
      people: found.filter(stays).map(sourcePerson),
      // A user who became a guest counts as removed; after a full read this is not needed
      gone: since ? found.filter(one => !stays(one)).map(one => one.id.toLowerCase()) : [],
    }
  }

  async function* all(): AsyncIterable<Page> {
    let link: string | undefined
    for await (const { items, delta } of since ?? graph.walk(`/users/delta?$select=${selectedFields}`, how)) {
      link = delta ?? link
      yield page(items)
    }
    if (link === undefined) throw new CloudFailure('Entra ID did not say where its list ends', { again: true })
    usersFrom = link
  }
  async function* collection(paths: readonly string[]): AsyncIterable<Page> {
    const seen = new Set<string>()
    for (const path of paths)
      for await (const rows of graph.pages(path, { ...how, headers: advanced })) {
        const fresh = page(rows).people.filter(one => !seen.has(one.anchor))
        for (const one of fresh) seen.add(one.anchor)
        yield { people: fresh, gone: [] }
      }
  }
  async function* chosen(users: readonly string[]): AsyncIterable<Page> {
    for (let n = 0; n < users.length; n += 20) {
      const answers = await graph.batch(
        users.slice(n, n + 20).map(id => ({ method: 'GET', url: `/users/${at(id)}?$select=${selectedFields}` })),
        how,
      )
      const wrong = answers.find(one => one.status !== 200 && one.status !== 404)
      if (wrong)
        throw new CloudFailure(`Entra ID answered ${String(wrong.status)} for one of the chosen`, { again: true })
      yield page(answers.filter(one => one.status === 200).map(one => one.body))
    }
  }
  const ofGroups = (ids: readonly string[]) =>
    collection(
      ids.map(id => `/groups/${at(id)}/transitiveMembers/microsoft.graph.user?$select=${selectedFields}&${cast}`),
    )
  async function* people(): AsyncIterable<Page> {
    if (only) {
      if (only.groups?.length) yield* ofGroups(only.groups)
      if (only.users?.length) yield* chosen(only.users)
    } else if (scope.by === 'groups') {
      yield* ofGroups(scope.groups.map(one => one.id))
      if (scope.users) yield* chosen(scope.users.map(one => one.id))
    } else if (scope.by === 'unit') {
      const ofUnit = `/directory/administrativeUnits/${at(scope.unit.id)}/members/microsoft.graph.user`
      yield* collection([`${ofUnit}?$select=${selectedFields}&${cast}`])
    } else yield* all()
  }

  const fields = '$select=id,displayName,description'
  async function* named(ids: readonly string[]): AsyncIterable<Groups> {
    for (const id of ids) yield { groups: [sourceGroup(await graph.get(`/groups/${at(id)}?${fields}`, how))], gone: [] }
  }
  async function* groups(): AsyncIterable<Groups> {
    if (only) yield* named(only.groups ?? [])
    else if (!settings.groups) return
    else if (scope.by === 'groups') yield* named(scope.groups.map(one => one.id))
    else if (scope.by === 'all') yield* allGroups()
    else {
      const path = `/directory/administrativeUnits/${at(scope.unit.id)}/members/microsoft.graph.group?${fields}&${cast}`
      for await (const rows of graph.pages(path, { ...how, headers: advanced }))
        yield { groups: rows.map(sourceGroup), gone: [] }
    }
  }
  async function* allGroups(): AsyncIterable<Groups> {
    const place = since && before.data?.groups
    const changes = place && (await changesOfGroups(graph, place, how, next => (groupsFrom = next)))
    if (changes) return yield* changes
    const next = await placeOfGroups(graph, how)
    for await (const rows of graph.pages(`/groups?${fields}&$top=999`, how))
      yield { groups: rows.map(sourceGroup), gone: [] }
    groupsFrom = next
  }
  async function* members({ anchor }: SourceGroup): ReturnType<SourceReading['members']> {
    const path = `/groups/${at(anchor)}/transitiveMembers/microsoft.graph.user?$select=id&${cast}`
    for await (const rows of graph.pages(path, { ...how, headers: advanced }))
      yield { add: rows.map(row => entraPerson(row).id.toLowerCase()), remove: [], whole: true }
  }
  return {
    whole: since === undefined && ask.only === undefined,
    people: () => reportRows(people()),
    groups: () => reportRows(groups()),
    members: group => reportRows(members(group)),
    cursor: () => (usersFrom ? { tenant, users: usersFrom, ...(groupsFrom && { groups: groupsFrom }) } : null),
  }
}

/** Continues from a delta link; undefined if it has expired, so that everything is read again. */
async function goingOn(
  graph: Graph,
  link: string,
  { signal }: SourceReadOptions,
): Promise<AsyncIterable<GraphPage> | undefined> {
  const walk = graph.walk(link, { signal })[Symbol.asyncIterator]()
  try {
    const first = await walk.next()
    return (async function* () {
      for (let page = first; !page.done; page = await walk.next()) yield page.value
    })()
  } catch (error) {
    // learn.microsoft.com/graph/delta-query-overview: 410 means restart; a delta link of another tenant is a bad
    // request
    if (error instanceof CloudFailure && (error.status === 410 || error.status === 400)) return undefined
    throw error
  }
}
