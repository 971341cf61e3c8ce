import { type PolicyContent, policyStates } from '@claviger/contract/decide/policy-content'
import { workspaceOf } from '#platform/db/transaction.ts'
import { installationSecret } from '#platform/secrets/secrets.ts'
import { type SigningKey, signingKeyOf } from '#platform/secrets/signing-key.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { contentInForce } from '../evaluator/evaluator.in-force.ts'
import { findFacts, membershipsOf } from './decisions.store.ts'

export interface SignedPolicies {
  /** JSON; the signature covers this exact text, prefixed with `claviger-policies-1.` */
  readonly text: string
  /** Ed25519, base64url. */
  readonly signature: string
  /** The installation's public key, base64url: a device trusts the first one it receives. */
  readonly key: string
}

const known = new WeakMap<AppContext['superPool'], Promise<SigningKey>>()

/**
 * The signing key for device policies; unwrap it outside any transaction. It is a secret of the installation, so that
 * access to the database alone is not enough to give policies to a device.
 */
export function deviceSigner(world: AppContext): Promise<SigningKey> {
  const asked =
    known.get(world.superPool) ??
    installationSecret(world.superPool, world.sealer, 'device-policies').then(signingKeyOf)
  known.set(world.superPool, asked)
  asked.catch(() => known.delete(world.superPool))
  return asked
}

interface Device {
  readonly id: string
  readonly users: readonly string[]
  readonly until: Date
}

export async function policiesOf(
  ctx: TransactionContext,
  { id, users, until }: Device,
  key: SigningKey,
): Promise<SignedPolicies> {
  const set = await contentInForce(ctx)
  const found = await findFacts(ctx.db, { ...nothing, device: id })
  const device = { id, groups: found.device_groups ?? [] }
  const policies = set.policies.filter(({ content }) => concerns(content, device, users))
  const named = new Set(policies.flatMap(({ content }) => listsIn(content)))
  const part = {
    workspace: workspaceOf(ctx),
    set: set.version,
    madeAt: ctx.clock.now().toISOString(),
    expiresAt: until.toISOString(),
    defaultAction: set.defaultAction,
    policies,
    lists: set.lists.filter(list => named.has(list.id)),
    device,
    people: users.length === 0 ? [] : await membershipsOf(ctx.db, users),
  }
  const text = JSON.stringify(part)
  return { text, signature: key.sign(`claviger-policies-1.${text}`), key: key.publicKey.toString('base64url') }
}

const nothing = { user: null, groups: false, units: false, signedIn: false, computer: null }

const listsIn = (content: PolicyContent): string[] =>
  [
    content.timeLimits,
    content.rpRestriction,
    content.appRestriction,
    content.ipRestriction,
    content.locationRestriction,
    content.devices,
  ].flatMap(({ lists }) => lists)

/** Omits only policies that certainly match none of them. */
function concerns(
  { state, users: people, devices }: PolicyContent,
  device: { id: string; groups: readonly string[] },
  users: readonly string[],
): boolean {
  if (state === policyStates.off) return false
  if (people.length > 0 && !people.some(one => users.includes(one))) return false
  const { values, groups, lists } = devices
  const anywhere = values.length === 0 && groups.length === 0
  return lists.length > 0 || anywhere || values.includes(device.id) || groups.some(one => device.groups.includes(one))
}
