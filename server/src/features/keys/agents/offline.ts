import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { agents } from '@claviger/contract/keys/agents'
import { deviceKinds } from '@claviger/contract/keys/devices'
import { hours, later } from '#platform/clock.ts'
import { msg } from '#platform/languages.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { SigningKey } from '#platform/secrets/signing-key.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { deviceSigner, policiesOf } from '#features/decide/decisions/decisions.offline.ts'
import { decideUse, keptDecisionOf, type KeptDecision } from '#features/decide/decisions/decisions.ts'
import {
  countOffline,
  type DeviceRow,
  keysUsedAt,
  lockUsedKey,
  noteReport,
  objectOf,
  passkeysOfKeys,
  type UsedKey,
} from '../devices/devices.ts'
import { offlineAllowance } from '../devices/devices.offline.ts'
import { usersWithPinEachTime } from '../stored-passwords/stored-passwords.computers.ts'
import { ownDevice } from './agent.ts'

const standing = (device: DeviceRow, key: UsedKey, now: Date) =>
  offlineAllowance({ ...device, ...key, device_offline: device.offline }, now)

/** What a device can do offline: the keys used there online. @throws agent-refused */
export const offlinePackage = withoutTransaction(async (ctx: RequestContext) => {
  const signer = await deviceSigner(ctx)
  return ctx.transact(inner => packageOf(inner, signer))
})

async function packageOf(ctx: TransactionContext, signer: SigningKey) {
  const device = await ownDevice(ctx)
  const now = ctx.clock.now()
  const offline = { allowed: device.offline, uses: device.offline_uses, hours: device.offline_hours }
  const able = (device.offline ? await keysUsedAt(ctx.db, device.id, now) : []).filter(
    key => standing(device, key, now).left > 0,
  )
  const passkeys = Map.groupBy(
    await passkeysOfKeys(
      ctx.db,
      able.map(key => key.security_key_id),
    ),
    row => row.security_key_id,
  )
  const asked = await usersWithPinEachTime(
    ctx,
    device.kind === deviceKinds.computer ? able.map(key => key.user_id) : [],
    device.registered_name,
  )
  const over = later(now, hours(device.offline_hours))
  const users = [...new Set(able.map(key => key.user_id))]
  const policies = await policiesOf(ctx, { id: device.id, users, until: over }, signer)
  return {
    offline,
    policies,
    keys: able.map(key => {
      const { left, until } = standing(device, key, now)
      return {
        securityKeyId: key.security_key_id,
        user: { id: key.user_id, name: key.user_name, userId: key.user_login },
        credentials: (passkeys.get(key.security_key_id) ?? []).map(row => ({
          id: row.credential_id.toString('base64url'),
          publicKey: row.public_key.toString('base64url'),
        })),
        usesLeft: left,
        until: until.toISOString(),
        rememberedPinHours: asked.has(key.user_id)
          ? 0
          : Math.min(device.remembered_pin_hours, key.remembered_pin_hours),
      }
    }),
  }
}

type Use = OutputOf<(typeof agents.calls)['report']['input']>['uses'][number]
interface Noted {
  id: string
  result: 'noted' | 'known' | 'beyond'
  reason: string | null
}

/**
 * Logs offline uses, each once. A use that should not have happened is logged as failed with the reason,
 * because it did happen.
 * @throws agent-refused
 */
export async function reportOffline(ctx: TransactionContext, { uses }: { uses: Use[] }): Promise<{ items: Noted[] }> {
  const device = await ownDevice(ctx)
  const items: Noted[] = []
  for (const use of uses.toSorted((a, b) => a.at.localeCompare(b.at))) items.push(await reportOne(ctx, device, use))
  return { items }
}

async function reportOne(ctx: TransactionContext, device: DeviceRow, use: Use): Promise<Noted> {
  const fresh = await noteReport(ctx.db, workspaceOf(ctx), device.id, use.id, ctx.clock.now())
  if (!fresh) return { id: use.id, result: 'known', reason: null }
  const key = await lockUsedKey(ctx.db, device.id, use.securityKeyId, ctx.clock.now())
  const decision = key && (await decisionOn(ctx, device, key, use))
  const reason = whyNot(ctx, device, key, use) ?? (decision?.allowed === false ? byPolicy : null)
  if (key && new Date(use.at) > key.last_at) await countOffline(ctx.db, device.id, key.security_key_id)
  await record(ctx, {
    action: 'device.used-offline',
    ...(reason !== null && { failed: reason }),
    by: key ? { id: key.user_id, name: key.user_name } : { id: null, name: `Agent on ${device.name}` },
    object: objectOf(device),
    // A use that should not have happened always names its key, even if auditing is off
    after: {
      ...((reason !== null || key?.key_audit) && { securityKey: key?.key_name ?? use.securityKeyId }),
      usedAt: use.at,
    },
    decision: reason !== null || key?.key_audit ? decision : undefined,
  })
  return { id: use.id, result: reason === null ? 'noted' : 'beyond', reason }
}

const byPolicy = msg("Access policies don't allow this use")

/**
 * The policy decision for an offline use: decided again if the device had the policies in force; otherwise the
 * log names the version that allowed it.
 */
async function decisionOn(ctx: TransactionContext, device: DeviceRow, key: UsedKey, use: Use): Promise<KeptDecision> {
  const decision = await decideUse(ctx, {
    entry: 'computer-offline',
    user: key.user_id,
    key: key.security_key_id,
    keyKind: key.key_kind,
    model: key.key_model,
    device: device.id,
    ip: null,
    at: use.at,
    signedInAt: use.at,
    verified: true,
  })
  const kept = keptDecisionOf(decision)
  const { set = 0, policy = null } = use.policies ?? {}
  if (set === kept.set || use.policies === undefined) return kept
  return { policy, version: 0, set, allowed: true, facts: kept.facts }
}

/** Why an offline use should not have happened; undefined if it was allowed. */
function whyNot(ctx: TransactionContext, device: DeviceRow, key: UsedKey | undefined, use: Use): string | undefined {
  const at = new Date(use.at)
  if (!key) return msg('This key was never used online on this device')
  if (at.getTime() > ctx.clock.now().getTime() + 300_000) return msg('The time of this use is in the future')
  // Reported after the next online use, which reset the count, so the use can't be judged
  if (at <= key.last_at) return undefined
  if (!device.offline) return msg("This device doesn't allow offline use")
  if (!key.key_offline) return msg("This key doesn't allow offline use")
  const { left } = standing(device, key, at)
  if (left > 0) return undefined
  return key.offline_used >= device.offline_uses
    ? msg('Too many offline sign-ins')
    : msg('Offline for longer than allowed')
}
