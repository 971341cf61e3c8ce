import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import type { KeyAct, KeyReason } from '@claviger/contract/keys/key-acts'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import { keysChanged } from '#features/people/users/users.ts'
import { verifications } from '@claviger/contract/keys/token-policies'
import { type KeyChangeNotice, notifyOwnerOfKey } from '../security-keys/security-keys.mails.ts'
import { type KeyChange, changeKey, type SecurityKeyRow, lockKeys } from '../security-keys/security-keys.ts'
import type { KeyActResult, PreviousKeyState } from './key-acts.ts'
import { keysAbove } from './acts.store.ts'

type Undoable = Exclude<KeyAct, 'delete' | 'unblock' | 'reset-pin'>

/** Only these can be undone: deleted keys are gone, and so is a PIN that was reset. */
export const canUndoOnKeys = (act: string): act is Undoable => act in undone

const undone: Record<Undoable, ActivityAction> = {
  suspend: 'security-key.reactivated',
  activate: 'security-key.suspended',
  'offline-on': 'security-key.offline-changed',
  'offline-off': 'security-key.offline-changed',
  verification: 'security-key.verification-changed',
}

interface Earlier {
  id: string
  actedAt: Date | null
  was: PreviousKeyState | null
}

/** Undoes an act, except for keys of users with a higher role or keys changed since. */
export async function undoKeyAct(
  ctx: TransactionContext,
  act: Undoable,
  by: Asker,
  earlier: readonly Earlier[],
): Promise<KeyActResult[]> {
  const now = ctx.clock.now()
  const ids = earlier.map(one => one.id)
  const rows = new Map((await lockKeys(ctx.db, ids)).map(row => [row.id, row]))
  const above = await keysAbove(ctx.db, by, ids)
  const results: KeyActResult[] = []
  const able: { row: SecurityKeyRow; was: PreviousKeyState }[] = []
  for (const one of earlier) {
    const row = rows.get(one.id)
    const reason = whyNot(act, row, one, { actor: by.id, above })
    results.push({ id: one.id, name: row?.name ?? null, owner: null, reason, actedAt: now, was: null })
    if (!row || !one.was || reason !== null) continue
    await changeKey(ctx.db, row.id, { ...fieldsOf(act, one.was), changed_at: now })
    able.push({ row, was: one.was })
  }
  await keysChanged(ctx, [...new Set(able.map(({ row }) => row.user_id))])
  await recordMany(
    ctx,
    by,
    able.map(({ row }) => ({
      action: undone[act],
      object: { type: 'security-key', id: row.id, name: row.name },
      after: { undone: true },
    })),
  )
  for (const { row, was } of able) {
    const news = newsOf(act, row, was)
    if (news) await notifyOwnerOfKey(ctx, news, row)
  }
  return results
}

function whyNot(
  act: Undoable,
  row: SecurityKeyRow | undefined,
  { was, actedAt }: Earlier,
  by: { actor: string | null; above: ReadonlySet<string> },
): KeyReason | null {
  if (!row) return 'unknown'
  if (by.above.has(row.id)) return 'above-you'
  if (act === 'activate' && row.user_id === by.actor) return 'own-key'
  return was && row.changed_at.getTime() === actedAt?.getTime() ? null : 'changed-since'
}

function newsOf(act: Undoable, row: SecurityKeyRow, was: PreviousKeyState): KeyChangeNotice | undefined {
  if (act === 'suspend') return 'activated'
  if (act === 'activate') return 'suspended'
  if (act !== 'verification') return undefined
  if (was.verification === verifications.pinless) return 'pinless'
  if (row.verification !== verifications.pinless) return undefined
  return was.pinDue ? 'pin-demanded' : 'pin-again'
}

function fieldsOf(act: Undoable, was: PreviousKeyState): KeyChange {
  if (act === 'verification') return { verification: was.verification, pin_due: was.pinDue }
  if (act === 'suspend' || act === 'activate') return { status: was.status }
  return { offline: was.offline }
}
