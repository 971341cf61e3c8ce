import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { traitsOf } from '@claviger/contract/keys/security-keys'
import { type TokenPolicy, type tokenPolicies, verifications } from '@claviger/contract/keys/token-policies'
import { administratorOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustOfferStorage, settingsForKeys } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { mustReachAll } from '#features/people/users/users.rank.ts'
import * as store from './token-policies.store.ts'
import type { TokenPolicyRow } from './token-policies.store.ts'

export type { TokenPolicyRow } from './token-policies.store.ts'

type InputFor<Call extends keyof typeof tokenPolicies.calls> = OutputOf<(typeof tokenPolicies.calls)[Call]['input']>

export interface KeySettings {
  verification: number | null
  credential_storage: number
  proximity: boolean
  audit: boolean
  offline: boolean
  remembered_pin_hours: number
  policy_id: string | null
}

const most = 100

export const listTokenPolicies = async (ctx: TransactionContext) => ({
  items: (await store.policyRows(ctx.db)).map(policyOfRow),
})

export async function createTokenPolicy(ctx: TransactionContext, input: InputFor<'create'>): Promise<TokenPolicy> {
  const workspace = workspaceOf(ctx)
  mustOfferStorage(ctx, input.credentialStorageLocation)
  if ((await store.lockPolicies(ctx.db, workspace)) >= most) throw problem('too-many-policies')
  const { makeDefault, ...settings } = input
  const row: TokenPolicyRow = {
    workspace_id: workspace,
    id: newId(),
    name: input.name,
    is_default: false,
    phone_verification: input.phoneVerification,
    card_verification: input.cardVerification,
    credential_storage: input.credentialStorageLocation,
    proximity: input.proximity,
    audit: input.audit,
    offline: input.offlineLogin,
    remembered_pin_hours: input.rememberedPinHours,
    made_by: administratorOf(ctx).name.slice(0, 260),
    created_at: ctx.clock.now(),
  }
  await store.insertPolicy(ctx.db, row)
  await record(ctx, { action: 'token-policy.created', object: objectOf(row), after: settings })
  if (makeDefault) return makeDefaultPolicy(ctx, { tokenPolicy: row.id })
  return policyOfRow({ ...row, users: 0 })
}

export async function makeDefaultPolicy(ctx: TransactionContext, input: InputFor<'makeDefault'>): Promise<TokenPolicy> {
  await store.lockPolicies(ctx.db, workspaceOf(ctx))
  const row = await store.findPolicy(ctx.db, input.tokenPolicy)
  if (!row) throw problem('not-found')
  if (!row.is_default) {
    const before = await store.setDefaultTokenPolicy(ctx.db, row.id)
    await record(ctx, {
      action: 'token-policy.made-default',
      object: objectOf(row),
      before: { default: before?.name ?? null },
      after: { default: row.name },
    })
  }
  const now = (await store.policyRows(ctx.db)).find(one => one.id === row.id)
  if (!now) throw problem('not-found')
  return policyOfRow(now)
}

/**
 * Assigns users a policy, or the default, and returns them with their resulting key settings.
 * @throws not-found, above-you
 */
export async function followPolicy(ctx: TransactionContext, ids: readonly string[], id: string | null) {
  const policy = id === null ? undefined : await store.findPolicy(ctx.db, id)
  if (id !== null && !policy) throw problem('not-found')
  await mustReachAll(ctx, ids)
  const users = await store.setPolicyOf(ctx.db, workspaceOf(ctx), ids, id)
  if (users.length === 0) throw problem('not-found')
  return { policy, users, settings: policy ?? (await ofWorkspace(ctx)) }
}

export async function settingsFor(ctx: TransactionContext, user: string, kind: number): Promise<KeySettings> {
  const policy = await store.policyFor(ctx.db, user)
  return settingsOfKind(policy ?? (await ofWorkspace(ctx)), kind)
}

export const policyById = (ctx: TransactionContext, id: string): Promise<TokenPolicyRow | undefined> =>
  store.findPolicy(ctx.db, id)

export async function settingsByPolicy(
  ctx: TransactionContext,
  policy: string | null,
  kind: number,
): Promise<KeySettings> {
  const row =
    (policy === null ? undefined : await store.findPolicy(ctx.db, policy)) ?? (await store.defaultPolicy(ctx.db))
  return settingsOfKind(row ?? (await ofWorkspace(ctx)), kind)
}

export async function settingsForMany(
  ctx: TransactionContext,
  users: readonly string[],
  kind: number,
): Promise<(user: string) => KeySettings> {
  const { given, usual } = await store.policiesFor(ctx.db, users)
  const settings = new Map(given.map(({ user_id, ...policy }) => [user_id, settingsOfKind(policy, kind)]))
  const others = settingsOfKind(usual ?? (await ofWorkspace(ctx)), kind)
  return user => settings.get(user) ?? others
}

type Template = Omit<TokenPolicyRow, 'workspace_id' | 'id' | 'name' | 'is_default' | 'made_by' | 'created_at'> & {
  id: string | null
}

async function ofWorkspace(ctx: TransactionContext): Promise<Template> {
  const { pin, pinless, always, whenLocked } = verifications
  const row = await settingsForKeys(ctx)
  return {
    id: null,
    phone_verification: { always, 'when-locked': whenLocked, 'client-pin': pin }[row.phone_verification] ?? always,
    card_verification: row.card_verification === 'pinless' ? pinless : pin,
    credential_storage: row.credential_storage,
    proximity: row.proximity,
    audit: row.audit,
    offline: row.offline,
    remembered_pin_hours: row.remembered_pin_hours,
  }
}

export function settingsOfKind(from: Template, kind: number): KeySettings {
  const { verifies, storage, proximity, offline, remembersPin } = traitsOf(kind)
  return {
    verification: verifies && { phone: from.phone_verification, card: from.card_verification }[verifies],
    credential_storage: storage ?? from.credential_storage,
    proximity: proximity && from.proximity,
    audit: from.audit,
    offline: offline && from.offline,
    remembered_pin_hours: remembersPin ? from.remembered_pin_hours : 0,
    policy_id: from.id,
  }
}

const objectOf = (row: TokenPolicyRow) => ({ type: 'token-policy', id: row.id, name: row.name })

const policyOfRow = (row: TokenPolicyRow & { users: number }): TokenPolicy => ({
  id: row.id,
  name: row.name,
  isDefault: row.is_default,
  phoneVerification: row.phone_verification as TokenPolicy['phoneVerification'],
  cardVerification: row.card_verification as TokenPolicy['cardVerification'],
  credentialStorageLocation: row.credential_storage as TokenPolicy['credentialStorageLocation'],
  proximity: row.proximity,
  audit: row.audit,
  offlineLogin: row.offline,
  rememberedPinHours: row.remembered_pin_hours,
  users: row.users,
  madeBy: row.made_by,
  createdAt: row.created_at.toISOString(),
})
