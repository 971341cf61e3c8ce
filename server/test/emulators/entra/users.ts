// learn.microsoft.com/graph/api/user-list, user-get, user-delta (api-reference/v1.0/api/user-delta.md of
// microsoftgraph/microsoft-graph-docs-contrib): $select and $filter by id at first, state tokens afterwards
import type { EntraEmulator, Mount } from './mounting.ts'
import type { Kept } from './directory.ts'
import { filterOf, only, type Query, selected } from './odata.ts'
import { badRequest, GraphRefusal, notFound, unsupported } from './refusal.ts'

export const userProperties = [
  'id',
  'userPrincipalName',
  'mail',
  'otherMails',
  'givenName',
  'surname',
  'displayName',
  'accountEnabled',
  'userType',
  'employeeId',
  'employeeType',
  'mobilePhone',
  'businessPhones',
  'preferredLanguage',
  'department',
  'jobTitle',
  'companyName',
  'officeLocation',
  'onPremisesImmutableId',
  'onPremisesSamAccountName',
  'onPremisesExtensionAttributes',
] as const
const usual = userProperties.filter(name =>
  /^(id|userPrincipalName|mail|givenName|surname|displayName|mobilePhone|businessPhones|preferredLanguage|jobTitle|officeLocation)$/.test(
    name,
  ),
)
const filterable = [
  'id',
  'displayName',
  'userPrincipalName',
  'mail',
  'givenName',
  'surname',
  'accountEnabled',
  'employeeId',
  'userType',
  'department',
]
const readers = ['User.Read.All', 'User.ReadWrite.All', 'Directory.Read.All', 'Directory.ReadWrite.All']

interface Round {
  /** Changes after this one. */
  since: number
  /** How far the directory was when the round began. */
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

/** Lists, single users and the delta query. */
export const users: Mount = (on, emulator) => {
  on('GET', '/v1.0/users', { any: readers }, ({ query }) => {
    only(query, '$select', '$filter', '$top', '$skiptoken', '$count')
    const wanted = filterOf(query, filterable)
    const all = emulator.directory.ofType('user').filter(({ thing }) => wanted(thing))
    return emulator.page('/v1.0/users', query, all.map(one => one.thing).map(selected(query, userProperties, usual)))
  })
  on('GET', '/v1.0/users/delta', { any: readers }, ({ query, headers }) => delta(emulator, query, headers['prefer']))
  on('GET', '/v1.0/users/:id', { any: readers }, ({ params, query }) => {
    only(query, '$select')
    const one = emulator.directory.find('user', params['id'] ?? '')
    if (!one) throw notFound(params['id'] ?? '')
    return selected(query, userProperties, usual)(one.thing)
  })
}

function delta(emulator: EntraEmulator, query: Query, prefer: unknown) {
  const { directory } = emulator
  for (const name of ['$top', '$orderby', '$expand', '$search'])
    if (name in query) throw unsupported(`The query parameter '${name}' is not supported by change tracking.`)
  const state = query['$skiptoken'] ?? query['$deltatoken']
  if (state !== undefined) only(query, '$skiptoken', '$deltatoken')
  else only(query, '$select')
  const begun = { since: 0, until: directory.changes, from: 0, select: query['$select'] }
  const said = state === undefined ? begun : readRound(state)
  if ('$deltatoken' in query && said.since < directory.forgotten)
    throw new GraphRefusal(410, 'syncStateNotFound', 'The sync state generation is not found; synchronize again.', {
      location: `${emulator.address}/v1.0/users/delta`,
    })
  const round = '$deltatoken' in query ? { ...said, until: directory.changes, from: 0 } : said
  const cut = selected(round.select === undefined ? {} : { $select: round.select }, userProperties, usual)
  const size = Math.min(
    999,
    Number(/odata\.maxpagesize=(\d+)/.exec(String(prefer))?.[1] ?? emulator.wrongly.pageSize ?? 200),
  )
  const all = emulator.rounds.of(round.since, round.until, () => directory.since('user', round.since))
  const told = (one: Kept) => (one.removed ? { id: one.thing.id, '@removed': { reason: 'changed' } } : cut(one.thing))
  const items = all
    .slice(round.from, round.from + size)
    .filter(one => !(one.removed && round.since === 0))
    .map(told)
  const from = round.from + size
  const base = `${emulator.address}/v1.0/users/delta`
  const link =
    from < all.length
      ? { '@odata.nextLink': `${base}?$skiptoken=${write({ ...round, from })}` }
      : { '@odata.deltaLink': `${base}?$deltatoken=${write({ ...round, since: round.until, from: 0 })}` }
  return { '@odata.context': `${emulator.address}/v1.0/$metadata#users`, ...link, value: items }
}
