import { comparisonPhases, itemKinds } from '../item-codes.ts'
import { newId } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { claimedPeople } from '#features/apps/applications/applications.claims.ts'
import type { TargetRow } from '../targets.store.ts'
import { type Client, idIn, listIn, DeliveryNotSent } from '../delivery/client.ts'
import { findWantedGroup, findWantedUsers } from '../delivery/items.store.ts'
import {
  differencesOfResource,
  type ResourceDifference,
  isActivePerson,
  type Resource,
  provisionedAttributes,
  valueIn,
} from '../delivery/user-resource.ts'
import type { RunInTransaction } from '../delivery/delivery-slice.ts'
import * as store from './comparisons.store.ts'
import type { Difference, ComparisonFindings, ProvisioningComparisonRow, ComparisonStep } from './comparisons.store.ts'
import { membersStep } from './member-comparison.ts'

const page = 100
const mostThere = 2_000_000
const mostFields = 20
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const first = '00000000-0000-0000-0000-000000000000'

/**
 * Processes the next page of a comparison; returns whether there is more. If something can't be read completely, the
 * comparison fails, because a part must never look like the whole.
 * @throws Untold to continue later
 */
export async function continueComparison(
  inside: RunInTransaction,
  client: Client,
  target: TargetRow,
): Promise<boolean> {
  const look = await inside(ctx => store.findProvisioningComparison(ctx.db, target.id))
  if (look?.state !== 'reading') return false
  try {
    const found = await stepOf(inside, client, target, look)
    return await inside(async ctx => {
      const step: ComparisonStep = {
        phase: look.phase,
        place: look.place,
        doneTo: look.done_to,
        people: 0,
        groups: 0,
        same: 0,
        ...found.step,
      }
      const goesOn = await store.noteStep(ctx.db, look, step, found.met, found.differences)
      if (found.done) await store.endProvisioningComparison(ctx.db, look, null, ctx.clock.now())
      return goesOn && !found.done
    })
  } catch (error) {
    if (!(error instanceof DeliveryNotSent) || ['unreachable', 'throttled', 'denied', 'faulty'].includes(error.reason))
      throw error
    await inside(ctx => store.endProvisioningComparison(ctx.db, look, error, ctx.clock.now()))
    return false
  }
}

async function stepOf(
  inside: RunInTransaction,
  client: Client,
  target: TargetRow,
  look: ProvisioningComparisonRow,
): Promise<ComparisonFindings> {
  if (look.phase === comparisonPhases.users || look.phase === comparisonPhases.groups)
    return pageOf(inside, client, target, look)
  if (look.phase === comparisonPhases.members) return membersStep(inside, client, target, look)
  return inside(ctx => whoIsMissing(ctx, target, look))
}

async function pageOf(
  inside: RunInTransaction,
  client: Client,
  target: TargetRow,
  look: ProvisioningComparisonRow,
): Promise<ComparisonFindings> {
  const ofPeople = look.phase === comparisonPhases.users
  const query = `startIndex=${look.place}&count=${page}${ofPeople ? '' : '&excludedAttributes=members'}`
  const { resources, total } = listIn(await client.ask('GET', `/${ofPeople ? 'Users' : 'Groups'}?${query}`))
  const next = look.place + resources.length
  if (next > mostThere || (resources.length === 0 && look.place <= total))
    throw new DeliveryNotSent('incomplete', `${next}/${total}`)
  const found = await inside(ctx =>
    ofPeople ? comparePeople(ctx, target, resources) : compareGroups(ctx, target, resources),
  )
  const after = ofPeople && target.groups !== 'none' ? 2 : ofPeople ? 4 : 3
  const turn = next > total ? { phase: after, place: 1 } : { place: next }
  return {
    ...found,
    step: { ...turn, ...(ofPeople ? { people: resources.length } : { groups: resources.length }), ...found.step },
  }
}

const textIn = (resource: Resource, name: string): string => valueIn(resource, name)

async function comparePeople(
  ctx: TransactionContext,
  target: TargetRow,
  resources: readonly Resource[],
): Promise<ComparisonFindings> {
  const remote = resources.flatMap(one => idIn(one) ?? [])
  const local = resources.map(one => textIn(one, 'externalId')).filter(id => uuid.test(id))
  const source = target.mapping.find(row => row.name === 'userName')?.source ?? 'userName'
  const names = resources.map(one => textIn(one, 'userName').toLowerCase()).filter(name => name !== '')
  const known = [
    ...(await store.itemsOf(ctx.db, target.id, 1, remote, local)),
    ...(await store.comparedPeopleNamed(ctx.db, target.id, source, names)),
  ]
  const ids = [...new Set(known.map(one => one.local_id))]
  const wanted = await findWantedUsers(ctx.db, target.id, ids)
  const people = await claimedPeople(ctx, ids)
  const told = new Map(
    [...people].map(([id, person]) => [
      id,
      provisionedAttributes(target.mapping, person, wanted.get(id)?.active ?? false),
    ]),
  )
  const byRemote = new Map(
    known.flatMap(one => (one.remote_id === null ? [] : [[one.remote_id, one.local_id] as const])),
  )
  const unknown = new Set(known.filter(one => one.remote_id === null).map(one => one.local_id))
  const byName = new Map(
    [...told].flatMap(([id, is]) =>
      unknown.has(id) ? [[is.values['userName']?.toLowerCase() ?? '', id] as const] : [],
    ),
  )
  const found: ComparisonFindings = { step: { same: 0 }, met: [], differences: [] }
  for (const one of resources) {
    const external = textIn(one, 'externalId')
    const id =
      byRemote.get(idIn(one) ?? '') ??
      (unknown.has(external) ? external : byName.get(textIn(one, 'userName').toLowerCase()))
    const is = id === undefined ? undefined : told.get(id)
    const assigned = id !== undefined && wanted.get(id)?.assigned === true
    if (id !== undefined) found.met.push({ what: itemKinds.user, id })
    const fields =
      assigned && is
        ? differencesOfResource(one, is)
        : id !== undefined && isActivePerson(one)
          ? [{ name: 'active', theirs: 'true', ours: 'false' }]
          : []
    note(found, 1, one, id, fields, textIn(one, 'userName') || textIn(one, 'displayName'))
  }
  return found
}

async function compareGroups(
  ctx: TransactionContext,
  target: TargetRow,
  resources: readonly Resource[],
): Promise<ComparisonFindings> {
  const remote = resources.flatMap(one => idIn(one) ?? [])
  const local = resources.map(one => textIn(one, 'externalId')).filter(id => uuid.test(id))
  const names = resources.map(one => textIn(one, 'displayName'))
  const known = await store.groupsMatching(ctx.db, target.id, remote, local, names)
  const found: ComparisonFindings = { step: { same: 0 }, met: [], differences: [] }
  for (const one of resources) {
    const name = textIn(one, 'displayName')
    const external = textIn(one, 'externalId')
    const ours =
      known.find(is => is.remote_id === idIn(one)) ??
      known.find(is => is.remote_id === null && (is.local_id === external || is.name === name))
    if (ours) found.met.push({ what: itemKinds.group, id: ours.local_id })
    const fields = ours && ours.name !== name ? [{ name: 'displayName', theirs: name, ours: ours.name }] : []
    note(found, 2, one, ours?.local_id, fields, name)
  }
  return found
}

function note(
  found: ComparisonFindings,
  what: 1 | 2,
  one: Resource,
  local: string | undefined,
  fields: ResourceDifference[],
  name: string,
): void {
  if (local !== undefined && fields.length === 0) found.step.same = (found.step.same ?? 0) + 1
  else
    found.differences.push({
      id: newId(),
      kind: local === undefined ? 'stranger' : 'differs',
      what,
      local: local ?? null,
      remote: idIn(one) ?? null,
      name: name || (idIn(one) ?? ''),
      fields: fields.slice(0, mostFields).map(({ theirs, ours, ...rest }) => ({
        ...rest,
        theirs: theirs.slice(0, 200),
        ours: ours.slice(0, 200),
      })),
    })
}

async function whoIsMissing(
  ctx: TransactionContext,
  target: TargetRow,
  look: ProvisioningComparisonRow,
): Promise<ComparisonFindings> {
  const most = 500
  const rows = await store.listUnmet(ctx.db, look, look.done_to ?? first, most)
  const wanted = await findWantedUsers(
    ctx.db,
    target.id,
    rows.filter(row => row.what === itemKinds.user).map(row => row.local_id),
  )
  const differences: Difference[] = []
  for (const { local_id: local, what, name } of rows) {
    const is =
      what === itemKinds.user ? wanted.get(local)?.assigned : (await findWantedGroup(ctx.db, target.id, local))?.pushed
    if (is) differences.push({ id: newId(), kind: 'missing', what, local, remote: null, name: name ?? '', fields: [] })
  }
  const done = rows.length < most
  return { step: { doneTo: rows.at(-1)?.local_id ?? look.done_to }, met: [], differences, ...(done && { done }) }
}
