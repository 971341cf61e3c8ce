import { comparisonPhases, itemKinds } from '../item-codes.ts'
import { newId } from '#platform/ids.ts'
import type { TargetRow } from '../targets.store.ts'
import { type Client, pathOfResource, DeliveryNotSent } from '../delivery/client.ts'
import { membersToAdd, membersToRemove } from '../delivery/items.store.ts'
import type { RunInTransaction } from '../delivery/delivery-slice.ts'
import {
  type ComparisonFindings,
  findProvisionedGroups,
  type ProvisioningComparisonRow,
  membersSeen,
} from './comparisons.store.ts'

const first = '00000000-0000-0000-0000-000000000000'
const mostCounted = 100_000

/** Reads the next group's members, stores them as actual state, and reports whether they differ. */
export async function membersStep(
  inside: RunInTransaction,
  client: Client,
  target: TargetRow,
  look: ProvisioningComparisonRow,
): Promise<ComparisonFindings> {
  const [group] = await inside(ctx => findProvisionedGroups(ctx.db, target.id, look.done_to ?? first, 1))
  const none: ComparisonFindings = {
    step: { phase: comparisonPhases.unmatched, doneTo: null },
    met: [],
    differences: [],
  }
  if (!group) return none
  const on = { step: { doneTo: group.local_id }, met: [], differences: [] }
  const said = await client.ask('GET', pathOfResource('Groups', group.remote_id))
  // Listed under another ID or missing, which its own row reports
  if (said.status === 404) return on
  if (said.status !== 200) throw new DeliveryNotSent('refused', said.detail)
  const list = said.body['members']
  const there = (Array.isArray(list) ? (list as unknown[]) : []).flatMap(one =>
    typeof one === 'object' && one !== null && 'value' in one && typeof one.value === 'string' ? [one.value] : [],
  )
  return inside(async ctx => {
    await membersSeen(ctx.db, target.id, group.local_id, there)
    const add = await membersToAdd(ctx.db, target.id, group.local_id, mostCounted)
    const remove = await membersToRemove(ctx.db, target.id, group.local_id, false, mostCounted)
    if (add.length + remove.length === 0) return on
    const theirs = String(there.length)
    const ours = String(there.length - remove.length + add.length)
    const fields = [{ name: 'members', theirs, ours }]
    const { local_id: local, remote_id: remote, name } = group
    return {
      ...on,
      differences: [{ id: newId(), kind: 'differs', what: itemKinds.group, local, remote, name, fields }],
    }
  })
}
