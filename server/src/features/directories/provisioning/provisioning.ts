import { isDeepStrictEqual } from 'node:util'
import type { provisioning } from '@claviger/contract/directories/provisioning'
import { isIdentifying, type Mapping } from '@claviger/contract/apps/applications'
import { doneReply } from '@claviger/contract/platform/fields'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { mustBringSecrets } from '#platform/secrets/secret-stays.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustIdentify } from '#features/people/addresses/addresses.identifiers.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { checkAddress } from './target-address.ts'
import { applicationFor, heldTarget } from './application-lookup.ts'
import { findProvisioningComparison, insertProvisioningComparison } from './comparing/comparisons.store.ts'
import { mendItems, retryItems } from './items.store.ts'
import { provisioningOf } from './provisioning-replies.ts'
import * as store from './targets.store.ts'
import type { TargetRow } from './targets.store.ts'
import { sealBearer } from './delivery/bearer.ts'

type InputFor<Call extends keyof typeof provisioning.calls> = OutputOf<(typeof provisioning.calls)[Call]['input']>

const firstOfAll = '00000000-0000-0000-0000-000000000000'
const restored = { denied_at: null, reason: null, detail: null, failing_since: null, tries: 0, next_try_at: null }

/** Provisioning settings and progress of an application. @throws not-found */
export async function getProvisioning(ctx: TransactionContext, { id }: { id: string }) {
  await applicationFor(ctx, id)
  const row = await store.findTarget(ctx.db, id)
  return { provisioning: row ? await provisioningOf(ctx, row) : null }
}

const plain = (address: string) => address.replace(/\/+$/, '')
const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'application', id, name })

const loggedOf = (of: Pick<TargetRow, 'address' | 'at_end' | 'deletes_found' | 'groups' | 'mapping'>) => ({
  address: of.address,
  atEnd: of.at_end,
  deletesFound: of.deletes_found,
  groups: of.groups,
  mapping: of.mapping.map(row => `${row.name}: ${row.source === 'fixed' ? row.value : row.source}`),
})

/** Marks attributes by which the application finds accounts, so that the database keeps their values unique. */
const markedIn = (mapping: Mapping): Mapping =>
  mapping.map(row =>
    row.source.startsWith('attribute') && (isIdentifying(row) || row.name.startsWith('emails.'))
      ? { ...row, identifies: true }
      : row,
  )

/**
 * Saves the provisioning settings and reevaluates all users. A different address counts as a different application,
 * for which no state is known and to which the stored token is not sent.
 * @throws not-found, invalid-input, secret-needed, changed-meanwhile, identifiers-shared, identifier-unguarded
 */
export async function saveProvisioning(ctx: TransactionContext, input: InputFor<'save'>) {
  const application = await applicationFor(ctx, input.id)
  const { id, token } = input
  checkAddress(ctx, input.address)
  const before = await store.lockTarget(ctx.db, id)
  if (before && input.version !== undefined && input.version !== before.version)
    throw problem(
      'changed-meanwhile',
      deferText('{who} changed this application while you were editing', { who: before.changed_by }),
    )
  const address = plain(input.address)
  mustBringSecrets(before?.address ?? '', address, [{ field: 'token', kept: true, brought: !!token }])
  const to = {
    address,
    at_end: input.atEnd,
    deletes_found: input.deletesFound,
    groups: input.groups,
    mapping: markedIn(input.mapping),
  }
  await mustIdentify(
    ctx,
    to.mapping.flatMap(row => (row.identifies ? [row.source] : [])),
  )
  const was = before && loggedOf(before)
  const is = loggedOf(to)
  if (before && !token && isDeepStrictEqual(was, is)) return replyFor(ctx, id)
  const stored = {
    ...to,
    mapping: JSON.stringify(to.mapping),
    ...(token && { sealed: await sealBearer(ctx, id, token), ...restored }),
    sweeping: firstOfAll,
    version: (before?.version ?? 0) + 1,
    changed_at: ctx.clock.now(),
    changed_by: askerOf(ctx).name,
  }
  if (before && before.address !== address) await store.forgetDelivered(ctx.db, id)
  if (before) await store.updateTarget(ctx.db, id, stored)
  else
    await store.insertTarget(ctx.db, {
      workspace_id: workspaceOf(ctx),
      id,
      ...stored,
      sealed: await sealBearer(ctx, id, token ?? ''),
      created_at: ctx.clock.now(),
    })
  await record(ctx, {
    action: 'provisioning.saved',
    object: objectOf(application),
    ...(was && { before: was }),
    after: { ...is, ...(token && before && { renewed: true }) },
  })
  return replyFor(ctx, id)
}

const replyFor = async (ctx: TransactionContext, id: string) => provisioningOf(ctx, await heldTarget(ctx, id))

/** Enables provisioning, which also ends a pause, or disables it. @throws not-found */
export async function turnProvisioning(ctx: TransactionContext, { id, active }: InputFor<'turn'>) {
  const application = await applicationFor(ctx, id)
  const before = await heldTarget(ctx, id)
  if (before.active !== active || (active && before.denied_at !== null)) {
    await store.updateTarget(ctx.db, id, { active, ...restored })
    await record(ctx, {
      action: active ? 'provisioning.turned-on' : 'provisioning.turned-off',
      object: objectOf(application),
    })
  }
  return replyFor(ctx, id)
}

/** Removes provisioning; the application's accounts stay unchanged. @throws not-found */
export async function removeProvisioning(ctx: TransactionContext, { id }: { id: string }) {
  const application = await applicationFor(ctx, id)
  const before = await heldTarget(ctx, id)
  await store.deleteTarget(ctx.db, id)
  await record(ctx, { action: 'provisioning.removed', object: objectOf(application), before: loggedOf(before) })
  return doneReply
}

/** Retries refused items immediately. @throws not-found */
export async function retryProvisioning(ctx: TransactionContext, { id, ids }: InputFor<'retry'>) {
  const application = await applicationFor(ctx, id)
  await heldTarget(ctx, id)
  const again = await retryItems(ctx.db, id, ids ?? null, ctx.clock.now())
  await store.updateTarget(ctx.db, id, { next_try_at: null, tries: 0 })
  await record(ctx, { action: 'provisioning.retried', object: objectOf(application), after: { people: again } })
  return { again }
}

/** Starts a comparison with the application's accounts. @throws not-found */
export async function startComparison(ctx: TransactionContext, { id }: { id: string }) {
  const application = await applicationFor(ctx, id)
  await heldTarget(ctx, id)
  await insertProvisioningComparison(ctx.db, id, newId(), ctx.clock.now(), askerOf(ctx).name)
  await store.updateTarget(ctx.db, id, { next_try_at: null })
  await record(ctx, { action: 'provisioning.compared', object: objectOf(application) })
  return replyFor(ctx, id)
}

/** Fixes the differences of the last comparison. @throws not-found, nothing-compared */
export async function fixDifferences(ctx: TransactionContext, { id }: { id: string }) {
  const application = await applicationFor(ctx, id)
  await heldTarget(ctx, id)
  const look = await findProvisioningComparison(ctx.db, id)
  if (look?.state !== 'done') throw problem('nothing-compared')
  const again = await mendItems(ctx.db, id, look.id, ctx.clock.now())
  await record(ctx, { action: 'provisioning.retried', object: objectOf(application), after: { people: again } })
  return { again }
}
