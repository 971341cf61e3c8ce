// learn.microsoft.com/graph/delta-query-overview, delta-query-groups, api/user-delta
// (api-reference/v1.0/api/user-delta.md and concepts/delta-query-groups.md of
// microsoftgraph/microsoft-graph-docs-contrib): $select in the first request, state tokens afterwards
import type { DirectoryStore } from './directory.ts'
import type { EntraEmulator } from './mounting.ts'
import { refuseOthers, type Query, selectFields } from './odata.ts'
import { badRequest, GraphRefusal, unsupported } from './refusal.ts'

interface Round {
  since: number
  /** The directory's state when the round began. */
  until: number
  from: number
  select: string | undefined
}
const write = (round: Round) => Buffer.from(JSON.stringify(round)).toString('base64url')
function readRound(text: string): Round {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Round
  } catch {
    throw badRequest("Badly formed token in the request's query.")
  }
}

interface Of {
  type: 'user' | 'group'
  path: string
  known: readonly string[]
}

/** A page of changes: everything at first, then since the previous round's token. */
export function delta(emulator: EntraEmulator, { type, path, known }: Of, query: Query, prefer: unknown) {
  const { directory } = emulator
  for (const name of ['$top', '$orderby', '$search'])
    if (name in query) throw unsupported(`The query parameter '${name}' is not supported by change tracking.`)
  const base = `${emulator.address}${path}`
  const state = query['$skiptoken'] ?? query['$deltatoken']
  const begun = { since: 0, until: directory.changes, from: 0, select: query['$select'] }
  if (query['$deltatoken'] === 'latest') {
    refuseOthers(query, '$select', '$deltatoken')
    const latest = write({ ...begun, since: directory.changes })
    return { '@odata.deltaLink': `${base}?$deltatoken=${latest}`, value: [] }
  }
  if (state === undefined) refuseOthers(query, '$select')
  else refuseOthers(query, '$skiptoken', '$deltatoken')
  const said = state === undefined ? begun : readRound(state)
  if ('$deltatoken' in query && said.since < directory.forgotten)
    throw new GraphRefusal(410, 'syncStateNotFound', 'The sync state generation is not found; synchronize again.', {
      location: base,
    })
  const round = '$deltatoken' in query ? { ...said, until: directory.changes, from: 0 } : said
  const names = (round.select?.split(',') ?? [...known]).filter(name => name !== 'members')
  const withMembers = type === 'group' && (round.select === undefined || round.select.split(',').includes('members'))
  const cut = selectFields({ $select: names.join(',') }, known)
  const asked = Number(/odata\.maxpagesize=(\d+)/.exec(String(prefer))?.[1] ?? 200)
  const size = Math.min(999, emulator.wrongly.pageSize ?? asked)
  const all = emulator.rounds.of(type, round.since, round.until, () => directory.since(type, round.since))
  const told = (one: DirectoryStore) =>
    one.removed
      ? { id: one.thing.id, '@removed': { reason: 'changed' } }
      : { ...cut(one.thing), ...(withMembers && membersOf(emulator, one, round.since)) }
  const items = all
    .slice(round.from, round.from + size)
    .filter(one => !(one.removed && round.since === 0))
    .map(told)
  const from = round.from + size
  const link =
    from < all.length
      ? { '@odata.nextLink': `${base}?$skiptoken=${write({ ...round, from })}` }
      : { '@odata.deltaLink': `${base}?$deltatoken=${write({ ...round, since: round.until, from: 0 })}` }
  return { '@odata.context': `${emulator.address}/v1.0/$metadata#${type}s`, ...link, value: items }
}

function membersOf({ directory }: EntraEmulator, { came, went }: DirectoryStore, since: number) {
  const typed = (id: string) => ({ '@odata.type': `#microsoft.graph.${directory.type(id) ?? 'user'}`, id })
  const after = (changes: Map<string, number>) => [...changes].filter(([, at]) => at > since).map(([id]) => id)
  const members = [
    ...after(came).map(typed),
    ...after(went).map(id => ({ ...typed(id), '@removed': { reason: 'deleted' } })),
  ]
  return members.length > 0 && { 'members@delta': members }
}
