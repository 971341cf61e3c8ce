import { itemKinds, itemStates } from '../item-codes.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { claimedPeople } from '#features/apps/applications/applications.claims.ts'
import { noteGroupsOf } from '../changes.store.ts'
import { findTarget, lockTarget, noteAnswered, type TargetRow } from '../targets.store.ts'
import { type Client, DeliveryNotSent } from './client.ts'
import { deliverGroup } from './group-delivery.ts'
import * as store from './items.store.ts'
import type { ItemRow, ItemResult } from './items.store.ts'
import {
  retrySecondsAfterFault,
  retrySecondsAfterRefusal,
  type DeliveryTarget,
  deliverUser,
  unchangedResult,
} from './user-delivery.ts'
import { provisionedAttributes } from './user-resource.ts'

const atATime = 200
/** Initial and maximum number of concurrent requests. */
export const initialConcurrency = 4
export const maxConcurrency = 16
const mostFaults = 5

export type RunInTransaction = <T>(work: (ctx: TransactionContext) => Promise<T>) => Promise<T>

interface Due {
  row: ItemRow
  aim: DeliveryTarget | undefined
}

/**
 * Provisions the next due items; returns whether there may be more. Completed items are stored even if the
 * application throttles meanwhile, which is thrown as Untold.
 */
export async function deliverSlice(
  inside: RunInTransaction,
  client: Client,
  target: TargetRow,
  beside: number,
): Promise<boolean> {
  const due = await inside(ctx => takeSlice(ctx, target.id))
  if (due.length === 0) return false
  const people = due.filter(one => one.row.what === itemKinds.user)
  // Groups follow after all users, because they reference them
  const told =
    people.length > 0
      ? await tellAll(client, inside, target, people, beside)
      : await groupsOf(client, inside, target, due)
  await inside(async ctx => {
    // The address changed meanwhile, so the results belong to a different application
    if ((await lockTarget(ctx.db, target.id))?.address !== target.address) return
    const now = ctx.clock.now()
    await store.noteOutcomes(ctx.db, target.id, told.noted, now)
    const moved = told.noted.filter(one => one.what === itemKinds.user && one.moved).map(one => one.id)
    if (moved.length > 0) await noteGroupsOf(ctx.db, target.id, moved, now)
    // Some items succeeded before it throttled, so the backoff must not keep growing
    if (!told.stopped || told.noted.some(one => one.reason === null)) await noteAnswered(ctx.db, target.id, now)
  })
  if (told.stopped) throw told.stopped
  return true
}

async function takeSlice(ctx: TransactionContext, id: string): Promise<Due[]> {
  // Both may have been disabled meanwhile
  const target = await findTarget(ctx.db, id)
  if (!target || !(await store.isOn(ctx.db, id))) return []
  const rows = await store.claimDueItems(ctx.db, id, ctx.clock.now(), atATime)
  const ids = rows.filter(row => row.what === itemKinds.user).map(row => row.local_id)
  const wanted = await store.findWantedUsers(ctx.db, id, ids)
  const persons = await claimedPeople(ctx, ids)
  return rows.map(row => {
    const person = persons.get(row.local_id)
    const is = wanted.get(row.local_id)
    if (row.what === itemKinds.group) return { row, aim: undefined }
    if (person && is?.assigned) return { row, aim: { told: provisionedAttributes(target.mapping, person, is.active) } }
    return { row, aim: { ended: true, goneHere: is === undefined } }
  })
}

interface Told {
  noted: (ItemResult & { moved: boolean })[]
  stopped: DeliveryNotSent | undefined
}

/** Processes items concurrently; stops if an error affects the whole application. */
async function each(due: readonly Due[], work: (one: Due) => Promise<ItemResult>, width: number): Promise<Told> {
  const noted: Told['noted'] = []
  const waiting = [...due]
  let stopped: DeliveryNotSent | undefined
  let faults = 0
  const one = async () => {
    for (let next = waiting.shift(); next && !stopped; next = waiting.shift()) {
      const { row } = next
      try {
        const is = await work(next)
        noted.push({
          ...is,
          moved: is.remote !== row.remote_id || (is.state === itemStates.ended) !== (row.state === itemStates.ended),
        })
        faults = 0
      } catch (error) {
        if (!(error instanceof DeliveryNotSent)) throw error
        if (error.whole) {
          stopped = error
          return
        }
        noted.push({ ...notedOf(row, error), moved: false })
        if (error.reason === 'faulty' && ++faults >= mostFaults) stopped = error
      }
    }
  }
  await Promise.all(Array.from({ length: width }, one))
  return { noted, stopped }
}

const notedOf = (row: ItemRow, { reason, detail }: DeliveryNotSent): ItemResult => ({
  ...unchangedResult(row),
  attempted: true,
  state: reason === 'faulty' ? row.state : itemStates.refused,
  reason,
  detail,
  again: reason === 'faulty' ? retrySecondsAfterFault : reason === 'no-user-name' ? null : retrySecondsAfterRefusal,
})

async function tellAll(
  client: Client,
  inside: RunInTransaction,
  target: TargetRow,
  due: readonly Due[],
  beside: number,
): Promise<Told> {
  const ways = { deletes: target.at_end === 'delete', deletesFound: target.deletes_found, patches: target.patches }
  // If two items of a batch find the same account, the first one gets it
  const claimed = new Map<string, string>()
  return each(
    due,
    async ({ row, aim }) => {
      if (!aim) throw new Error('a group is told apart')
      const noted = await deliverUser(client, row, aim, ways, async remote => {
        const holder = await inside(ctx => store.holderOf(ctx.db, target.id, 1, remote))
        if (holder === undefined && !claimed.has(remote)) claimed.set(remote, row.local_id)
        return holder ?? claimed.get(remote)
      })
      if (noted.remote !== null) claimed.set(noted.remote, row.local_id)
      return noted
    },
    beside,
  )
}

const groupsOf = (client: Client, inside: RunInTransaction, target: TargetRow, due: readonly Due[]): Promise<Told> =>
  each(
    due,
    async ({ row }) => {
      const { local_id: group } = row
      const wanted = await inside(ctx => store.findWantedGroup(ctx.db, target.id, group))
      return deliverGroup(
        client,
        row,
        wanted,
        target.patches,
        remote => inside(ctx => store.holderOf(ctx.db, target.id, 2, remote)),
        {
          toAdd: most => inside(ctx => store.membersToAdd(ctx.db, target.id, group, most)),
          toRemove: (all, most) => inside(ctx => store.membersToRemove(ctx.db, target.id, group, all, most)),
          note: (added, removed) => inside(ctx => store.noteMembers(ctx.db, target.id, group, added, removed)),
          forget: () => inside(ctx => store.forgetMembers(ctx.db, target.id, group)),
        },
      )
    },
    1,
  )
