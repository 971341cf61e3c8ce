import type { KeyReason } from '@claviger/contract/keys/key-acts'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import { longWork, type WorkRowResult, type Slice } from '#features/work/works/works.ts'
import { policyById, type TokenPolicyRow, settingsOfKind } from '#features/keys/token-policies/token-policies.ts'
import { keysAbove, inspectKeys } from '../acts.store.ts'
import { reasonAgainst } from '../reasons.store.ts'
import {
  changeKey,
  changeKeys,
  type KeyChange,
  type SecurityKeyRow,
  lockKeys,
} from '#features/keys/security-keys/security-keys.ts'
import { logFieldsOfKey } from '#features/keys/security-keys/security-keys.update.ts'

export interface GivenPolicy {
  policy: string
}

/**
 * The settings a policy applies to a kind of key. Verification is excluded, because changing it may need a
 * PIN.
 */
function settingsBy(policy: TokenPolicyRow, kind: number): KeyChange {
  const { verification: _, ...settings } = settingsOfKind(policy, kind)
  return settings
}

type Was = Pick<
  SecurityKeyRow,
  'policy_id' | 'credential_storage' | 'proximity' | 'audit' | 'offline' | 'remembered_pin_hours'
>
const wasOf = ({
  policy_id,
  credential_storage,
  proximity,
  audit,
  offline,
  remembered_pin_hours,
}: SecurityKeyRow): Was => ({
  policy_id,
  credential_storage,
  proximity,
  audit,
  offline,
  remembered_pin_hours,
})

const says = ({ total, name }: { total: number; name: string | null }) => ({ keys: total, policy: name })

export const keyPolicies = longWork<GivenPolicy>('key-policy', {
  may: 'keys.write',
  object: 'key-run',
  lines: {
    begun: { action: 'security-keys.act-started', says },
    undone: { action: 'security-keys.act-undone', says },
  },
  did: ['done'],
  act: () => 'policy',
  size: () => 500,
  fresh: () => true,
  write,
  undo,
})

const idsOf = ({ rows }: Slice<GivenPolicy>) => rows.map(row => row.subject as string)

async function write(ctx: TransactionContext, slice: Slice<GivenPolicy>): Promise<WorkRowResult[]> {
  const policy = await policyById(ctx, slice.work.parameters.policy)
  if (!policy) return slice.rows.map(({ row }) => ({ row, outcome: 'refused', reason: 'policy-gone' }))
  const now = ctx.clock.now()
  const weighed = new Map(
    (await inspectKeys(ctx.db, reasonAgainst(slice.by, policy), idsOf(slice))).map(key => [key.id, key]),
  )
  const able = [...weighed.values()].filter(key => key.reason === null).map(key => key.id)
  const before = new Map((await lockKeys(ctx.db, able)).map(key => [key.id, key]))
  for (const [kind, keys] of Map.groupBy(before.values(), key => key.kind))
    await changeKeys(
      ctx.db,
      keys.map(key => key.id),
      { ...settingsBy(policy, kind), changed_at: now },
    )
  await recordChanges(
    ctx,
    slice.by,
    [...before.values()].map(key => [key, { ...key, ...(settingsBy(policy, key.kind) as Was) }]),
    policy.name,
  )
  return slice.rows.map(({ row, subject }) => {
    const key = weighed.get(subject as string)
    const former = before.get(subject as string)
    const seen = { row, reason: key?.reason ?? null, named: key?.name ?? null, facts: { owner: key?.owner ?? null } }
    return former
      ? { ...seen, outcome: 'done', actedAt: now, was: wasOf(former) }
      : { ...seen, outcome: 'refused', reason: key?.reason ?? 'unknown' }
  })
}

/** Restores keys' previous settings, except for keys changed since. */
async function undo(ctx: TransactionContext, slice: Slice<GivenPolicy>): Promise<WorkRowResult[]> {
  const ids = idsOf(slice)
  const keys = new Map((await lockKeys(ctx.db, ids)).map(key => [key.id, key]))
  const above = await keysAbove(ctx.db, slice.by, ids)
  const now = ctx.clock.now()
  const changes: [SecurityKeyRow, SecurityKeyRow][] = []
  const results: WorkRowResult[] = []
  for (const { row, subject, named, facts, was, actedAt } of slice.rows) {
    const key = keys.get(subject as string)
    const reason = reasonToStay(key, actedAt, above)
    results.push({ row, outcome: reason === null ? 'done' : 'refused', reason, named, facts: facts as object })
    if (key && reason === null)
      changes.push([key, await changeKey(ctx.db, key.id, { ...(was as Was), changed_at: now })])
  }
  await recordChanges(ctx, slice.by, changes, null)
  return results
}

function reasonToStay(
  key: SecurityKeyRow | undefined,
  actedAt: Date | null,
  above: ReadonlySet<string>,
): KeyReason | null {
  if (!key) return 'unknown'
  if (above.has(key.id)) return 'above-you'
  return key.changed_at.getTime() === actedAt?.getTime() ? null : 'changed-since'
}

const recordChanges = (
  ctx: TransactionContext,
  by: Asker,
  changes: readonly (readonly [before: SecurityKeyRow, after: SecurityKeyRow])[],
  policy: string | null,
) =>
  recordMany(
    ctx,
    by,
    changes.map(([before, after]) => ({
      action: 'security-key.updated',
      object: { type: 'security-key', id: before.id, name: before.name },
      before: logFieldsOfKey(before),
      after: { ...logFieldsOfKey(after), ...(policy === null ? { undone: true } : { policy }) },
    })),
  )
