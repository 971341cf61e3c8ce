import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { agents } from '@claviger/contract/keys/agents'
import { deviceKinds } from '@claviger/contract/keys/devices'
import { later, minutes } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { idBytes } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { refusedByPolicy } from '#features/decide/decisions/decisions.refusal.ts'
import { decideUse, keptDecisionOf, noteReports } from '#features/decide/decisions/decisions.ts'
import { userById } from '#features/people/users/users.ts'
import { newChallenge, requestFor, withAssertion } from '../credentials/credentials.ts'
import { keyById } from '../security-keys/security-keys.ts'
import { passwordsForComputer } from '../stored-passwords/stored-passwords.computers.ts'
import { fixedAccount } from '../computers/computers.ts'
import { type DeviceRow, noteUse, objectOf } from '../devices/devices.ts'
import { offlineAllowance } from '../devices/devices.offline.ts'
import { ownDevice } from './agent.ts'

const lastsMinutes = 3

/**
 * A challenge for a key at a device: the reference carries it (32 bytes) and the device (16). @throws
 * agent-refused
 */
export async function beginSignIn(ctx: TransactionContext) {
  const device = await ownDevice(ctx)
  const challenge = newChallenge()
  const payload = Buffer.concat([challenge, idBytes(device.id)])
  const session = ctx.references.sign('device', payload, later(ctx.clock.now(), minutes(lastsMinutes)))
  return { session, options: requestFor(ctx, challenge) }
}

/**
 * Signs a user in at a device by an answer to its challenge, once, and returns the accounts that open it.
 * @throws agent-refused, challenge-refused, passkey-refused, passkey-malformed, policy-refused,
 * workspace-disabled
 */
export async function signInAtDevice(
  ctx: TransactionContext,
  input: OutputOf<(typeof agents.calls)['signIn']['input']>,
) {
  const device = await ownDevice(ctx)
  const { session, ...assertion } = input
  const payload = ctx.references.read('device', session, ctx.clock.now())
  if (payload?.length !== 48 || !sameBytes(payload.subarray(32), idBytes(device.id))) throw problem('challenge-refused')
  const given = {
    assertion,
    challenge: payload.subarray(0, 32),
    endsAt: ctx.references.endOf(session),
    action: 'device.used',
  } as const
  return withAssertion(ctx, given, async who => {
    const now = ctx.clock.now()
    const [user, key] = [await userById(ctx, who.user), await keyById(ctx, who.key.id)]
    if (!user || !key) throw problem('passkey-refused')
    const decision = await decideUse(ctx, {
      ...who.known,
      entry: 'computer',
      device: device.id,
      signedInAt: now.toISOString(),
    })
    const by = { id: who.user, name: who.name }
    if (!decision.verdict.allowed) {
      const after = { securityKey: who.key.name }
      throw refusedByPolicy(ctx, decision, { action: 'device.used', by, object: objectOf(device), after })
    }
    await noteReports(ctx, decision)
    await noteUse(ctx.db, { workspace: workspaceOf(ctx), device: device.id, user: who.user, key: who.key.id, now })
    await record(ctx, {
      action: 'device.used',
      by,
      object: objectOf(device),
      ...(who.audited && { after: { securityKey: who.key.name }, decision: keptDecisionOf(decision) }),
    })
    const accounts = await accountsFor(ctx, device, who.user)
    const { left, until } = offlineAllowance(
      { ...device, device_offline: device.offline, key_offline: key.offline, last_at: now, offline_used: 0 },
      now,
    )
    return {
      user: { id: who.user, name: who.name, userId: user.user_id },
      securityKey: who.key,
      accounts,
      // An account that requires the PIN each time must not be opened with a PIN entered hours ago
      rememberedPinHours: accounts.some(one => one.pinRequired)
        ? 0
        : Math.min(device.remembered_pin_hours, key.remembered_pin_hours),
      offline: left === 0 ? null : { uses: left, until: until.toISOString() },
    }
  })
}

async function accountsFor(ctx: TransactionContext, device: DeviceRow, user: string) {
  if (device.kind !== deviceKinds.computer) return []
  const fixed = await fixedAccount(ctx, device)
  const stored = await passwordsForComputer(ctx, user, device.registered_name)
  return [
    ...(fixed ? [{ ...fixed, of: 'computer' as const, pinRequired: false }] : []),
    ...stored.map(account => ({ ...account, of: 'user' as const })),
  ]
}
