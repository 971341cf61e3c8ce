import * as z from 'zod/mini'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import type { Graph } from '../cloud/cloud.graph.ts'
import type { SourceGroup } from '../syncs/syncs.sources.ts'
import { sourceGroup } from './entra-resources.ts'

type Groups = { groups: readonly SourceGroup[]; gone: readonly string[] }
type How = { readonly signal: AbortSignal }

const Changed = z.object({
  id: z.string(),
  '@removed': z.optional(z.unknown()),
  'members@delta': z.optional(z.unknown()),
})
const Link = z.object({ '@odata.deltaLink': z.string() })
const tracked = '/groups/delta?$select=displayName,description,members'
const perRound = 100
const fields = '$select=id,displayName,description'
const headers = { ConsistencyLevel: 'eventual' }
const at = (id: string) => encodeURIComponent(id)

/** Delta link for groups, requested before the groups are read so that no change is missed. */
export const placeOfGroups = async (graph: Graph, how: How): Promise<string> =>
  Link.parse(await graph.get(`${tracked}&$deltatoken=latest`, how))['@odata.deltaLink']

/**
 * Groups changed since a delta link, including groups that contain a changed group, because memberships are
 * transitive. `note` receives the next delta link. Undefined if the delta link has expired.
 */
export async function changesOfGroups(graph: Graph, place: string, how: How, note: (place: string) => void) {
  const [changed, moved, gone] = [new Set<string>(), new Set<string>(), new Set<string>()]
  try {
    for await (const { items, delta } of graph.walk(place, how)) {
      for (const row of items) {
        const { id, '@removed': removed, 'members@delta': members } = Changed.parse(row)
        if (removed !== undefined) gone.add(id)
        else changed.add(id)
        if (members !== undefined) moved.add(id)
      }
      if (delta !== undefined) note(delta)
    }
  } catch (error) {
    if (error instanceof CloudFailure && (error.status === 410 || error.status === 400)) return undefined
    throw error
  }
  return tell(
    graph,
    how,
    [...changed].filter(id => !gone.has(id)),
    moved,
    [...gone],
  )
}

async function* tell(
  graph: Graph,
  how: How,
  changed: readonly string[],
  moved: ReadonlySet<string>,
  gone: readonly string[],
): AsyncIterable<Groups> {
  const told = new Set(gone.map(id => id.toLowerCase()))
  const fresh = (groups: readonly SourceGroup[]) =>
    groups.filter(({ anchor }) => !told.has(anchor) && told.add(anchor) !== undefined)
  if (gone.length > 0) yield { groups: [], gone: gone.map(id => id.toLowerCase()) }
  for (let n = 0; n < changed.length; n += perRound) {
    const some = changed.slice(n, n + perRound)
    const answers = await graph.batch(
      some.map(id => ({ method: 'GET', url: `/groups/${at(id)}?${fields}` })),
      how,
    )
    const wrong = answers.find(one => one.status !== 200 && one.status !== 404)
    if (wrong) throw new CloudFailure(`Entra ID answered ${String(wrong.status)} for a group`, { again: true })
    yield { groups: fresh(answers.filter(one => one.status === 200).map(one => sourceGroup(one.body))), gone: [] }
    for (const id of some)
      if (moved.has(id))
        for await (const rows of graph.pages(
          `/groups/${at(id)}/transitiveMemberOf/microsoft.graph.group?${fields}&$count=true&$top=999`,
          { ...how, headers },
        ))
          yield { groups: fresh(rows.map(sourceGroup)), gone: [] }
  }
}
