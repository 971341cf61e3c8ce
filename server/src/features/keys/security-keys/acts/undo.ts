import type { ActivityAction } from '@claviger/contract/oversight/activity'
import type { KeyAct } from '@claviger/contract/keys/security-keys/key-acts'
import { recordMany } from '../../../../ground/record-many.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { keysChanged } from '../../../people/users/users.ts'
import { type KeyChange, changeKey, type KeyRow, lockKeys } from '../security-keys.store.ts'
import type { ActedKey, Was } from './acts.ts'

type Undoable = Exclude<KeyAct, 'delete' | 'unblock' | 'reset-pin'>

/** Acts that can be taken back: what is deleted is gone, and a PIN that was mailed is known. */
export const canUndoOnKeys = (act: string): act is Undoable => act in undone

const undone: Record<Undoable, ActivityAction> = {
  suspend: 'security-key.reactivated',
  activate: 'security-key.suspended',
  'offline-on': 'security-key.offline-changed',
  'offline-off': 'security-key.offline-changed',
  verification: 'security-key.verification-changed',
}

/** Takes an act back for these keys, except where somebody changed the key since. */
export async function takeBackOnKeys(
  ctx: Ctx,
  act: Undoable,
  by: { id: string | null; name: string },
  earlier: readonly { id: string; actedAt: Date | null; was: Was | null }[],
): Promise<ActedKey[]> {
  const now = ctx.clock.now()
  const rows = new Map(
    (
      await lockKeys(
        ctx.db,
        earlier.map(one => one.id),
      )
    ).map(row => [row.id, row]),
  )
  const results: ActedKey[] = []
  const able: KeyRow[] = []
  for (const { id, actedAt, was } of earlier) {
    const row = rows.get(id)
    const fits = row && was && row.changed_at.getTime() === actedAt?.getTime()
    const reason = !row ? 'unknown' : fits ? null : 'changed-since'
    results.push({ id, name: row?.name ?? null, owner: null, reason, actedAt: now, was: null })
    if (!row || !fits) continue
    await changeKey(ctx.db, id, { ...fieldsOf(act, was), changed_at: now })
    able.push(row)
  }
  await keysChanged(ctx, [...new Set(able.map(row => row.user_id))])
  await recordMany(
    ctx,
    by,
    able.map(row => ({
      action: undone[act],
      object: { type: 'security-key', id: row.id, name: row.name },
      after: { undone: true },
    })),
  )
  return results
}

function fieldsOf(act: Undoable, was: Was): KeyChange {
  if (act === 'verification') return { verification: was.verification, pin_due: was.pinDue }
  if (act === 'suspend' || act === 'activate') return { status: was.status }
  return { offline: was.offline }
}
