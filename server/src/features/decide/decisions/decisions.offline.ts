import { type PolicyContent, policyStates } from '@claviger/contract/decide/policy-content'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { installationSecret } from '../../../ground/secrets/secrets.ts'
import { type SigningKey, signingKeyOf } from '../../../ground/secrets/signing.ts'
import type { Ctx, World } from '../../../ground/world.ts'
import { contentInForce } from '../evaluator/evaluator.in-force.ts'
import { findFacts, membershipsOf } from './decisions.store.ts'

/** The policies that a device decides by without a network, as it is given them. */
export interface SignedPolicies {
  /** JSON; what is signed is this very text behind `claviger-policies-1.` */
  readonly text: string
  /** Ed25519, base64url. */
  readonly signature: string
  /** Public key of the installation, base64url: a device keeps the first it is given. */
  readonly key: string
}

const known = new WeakMap<World['superPool'], Promise<SigningKey>>()

/**
 * What signs policies for devices, to be opened outside any transaction. A secret of the installation: whoever has only the
 * database can give no device any policies.
 */
export function deviceSigner(world: World): Promise<SigningKey> {
  const asked =
    known.get(world.superPool) ??
    installationSecret(world.superPool, world.sealer, 'device-policies').then(signingKeyOf)
  known.set(world.superPool, asked)
  asked.catch(() => known.delete(world.superPool))
  return asked
}

interface Device {
  readonly id: string
  /** Whoever may use it without a network. */
  readonly users: readonly string[]
  readonly until: Date
}

/** The part of the policies that can meet these people at a device, signed, with what it must know of them; it ends. */
export async function policiesOf(ctx: Ctx, { id, users, until }: Device, key: SigningKey): Promise<SignedPolicies> {
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

/** Left out is only what certainly meets nobody there. */
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
