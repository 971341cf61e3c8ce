import { verifications } from '@claviger/contract/keys/token-policies'
import type { ActivityAction } from '@claviger/contract/oversight/log-actions'
import type { KeyReason } from '@claviger/contract/keys/key-acts'
import { keyStatus, traitsOf } from '@claviger/contract/keys/security-keys'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { keysChanged } from '#features/people/users/users.ts'
import { neededPinPage } from '../security-keys/security-keys.pins.ts'
import { type KeyChangeNotice, mailPinDue, notifyOwnerOfKey } from '../security-keys/security-keys.mails.ts'
import { changeKeys, deleteKeys } from '../security-keys/security-keys.ts'
import { type InspectedKey, inspectKeys } from './acts.store.ts'
import { confirmWaitingKeys } from '../security-keys/security-keys.proof.ts'
import { type KeyActRequest, keyReasonSql } from './reasons.store.ts'

export interface PreviousKeyState {
  status: number
  offline: boolean
  verification: number | null
  pinDue: boolean
}

export interface KeyActResult {
  id: string
  name: string | null
  owner: string | null
  reason: KeyReason | null
  actedAt: Date | null
  was: PreviousKeyState | null
}

const actions: Record<KeyActRequest['act'], ActivityAction> = {
  suspend: 'security-key.suspended',
  activate: 'security-key.reactivated',
  unblock: 'security-key.unblocked',
  delete: 'security-key.deleted',
  'offline-on': 'security-key.offline-changed',
  'offline-off': 'security-key.offline-changed',
  verification: 'security-key.verification-changed',
  'reset-pin': 'security-key.pin-reset',
}

const news: Partial<Record<KeyActRequest['act'], KeyChangeNotice>> = {
  suspend: 'suspended',
  activate: 'activated',
  unblock: 'unblocked',
  delete: 'deleted',
}

export async function actOnKeys(
  ctx: TransactionContext,
  asked: KeyActRequest,
  ids: readonly string[],
): Promise<KeyActResult[]> {
  const rows = await inspectKeys(ctx.db, keyReasonSql(asked), ids)
  const able = rows.filter(row => row.reason === null)
  if (able.length > 0) {
    await apply(ctx, asked, able)
    await recordMany(
      ctx,
      asked.by,
      able.map(row => ({
        action: actions[asked.act],
        object: { type: 'security-key', id: row.id, name: row.name },
        ...changesOf(asked, row),
      })),
    )
  }
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    owner: row.owner,
    reason: row.reason,
    actedAt: row.reason === null ? asked.now : null,
    was: row.reason === null ? wasOf(row) : null,
  }))
}

const wasOf = (row: InspectedKey): PreviousKeyState => ({
  status: row.status,
  offline: row.offline,
  verification: row.verification,
  pinDue: row.pin_due,
})

const changesOf = (asked: KeyActRequest, row: InspectedKey) => {
  if (asked.act === 'verification')
    return { before: { verification: row.verification }, after: { verification: asked.verification } }
  if (asked.act === 'offline-on' || asked.act === 'offline-off')
    return { before: { offlineLogin: row.offline }, after: { offlineLogin: asked.act === 'offline-on' } }
  return asked.act === 'delete' ? { before: { owner: row.owner } } : { after: { owner: row.owner } }
}

async function apply(ctx: TransactionContext, asked: KeyActRequest, able: readonly InspectedKey[]): Promise<void> {
  const ids = able.map(row => row.id)
  const owners = [...new Set(able.map(row => row.user_id))]
  const changed_at = asked.now
  switch (asked.act) {
    case 'suspend':
      await changeKeys(ctx.db, ids, { status: keyStatus.suspended, changed_at })
      await keysChanged(ctx, owners)
      break
    case 'activate':
      await changeKeys(ctx.db, ids, { status: keyStatus.active, changed_at })
      await keysChanged(ctx, owners)
      break
    case 'unblock':
      await changeKeys(ctx.db, ids, { blocked_at: null, unblocked_at: asked.now, changed_at })
      break
    case 'delete':
      await deleteKeys(ctx.db, ids)
      await keysChanged(ctx, owners)
      break
    case 'offline-on':
    case 'offline-off':
      await changeKeys(ctx.db, ids, { offline: asked.act === 'offline-on', changed_at })
      break
    case 'verification':
      return verify(ctx, asked, able)
    case 'reset-pin':
      return endPins(ctx, asked, able)
  }
  const told = news[asked.act]
  if (told) for (const row of able) await notifyOwnerOfKey(ctx, told, row)
}

/** A card that starts to require a PIN may have one already. Otherwise its user sets one. */
async function verify(ctx: TransactionContext, asked: KeyActRequest, able: readonly InspectedKey[]): Promise<void> {
  const to = { verification: asked.verification, changed_at: asked.now }
  const without =
    asked.verification === verifications.pin
      ? able.filter(row => traitsOf(row.kind).verifies === 'card' && !row.has_pin)
      : []
  const due = new Set(asked.pins === 'link' ? [] : without.map(row => row.id))
  await changeKeys(
    ctx.db,
    able.map(row => row.id).filter(id => !due.has(id)),
    { ...to, pin_due: false },
  )
  await changeKeys(ctx.db, [...due], { ...to, pin_due: true })
  if (asked.pins === 'link') await mailPinLinks(ctx, without)
  else for (const row of without) await notifyOwnerOfKey(ctx, 'pin-demanded', row)
  await confirmWaitingKeys(
    ctx,
    able.map(row => row.id),
  )
  if (asked.verification === verifications.pinless) for (const row of able) await notifyOwnerOfKey(ctx, 'pinless', row)
}

async function endPins(
  ctx: TransactionContext,
  { pins, now }: KeyActRequest,
  able: readonly InspectedKey[],
): Promise<void> {
  const ids = able.map(row => row.id)
  const pin_due = pins !== 'link'
  await changeKeys(ctx.db, ids, { pin_sealed: null, pin_set_at: now, pin_due, blocked_at: null, changed_at: now })
  await confirmWaitingKeys(ctx, ids)
  if (pin_due) for (const row of able) await mailPinDue(ctx, row, undefined)
  else await mailPinLinks(ctx, able)
}

async function mailPinLinks(ctx: TransactionContext, rows: readonly InspectedKey[]): Promise<void> {
  if (rows.length === 0) return
  const page = await neededPinPage(ctx)
  for (const row of rows) await mailPinDue(ctx, row, page)
}
