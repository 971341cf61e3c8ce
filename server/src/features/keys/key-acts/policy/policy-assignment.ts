import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { workspaceOf } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { applyPolicy } from '#features/keys/security-keys/security-keys.ts'
import { followPolicy } from '#features/keys/token-policies/token-policies.ts'

/**
 * Assigns users a policy, or the default, and applies its settings to their keys if requested. The
 * verification of a card or phone stays: changing it may need a PIN and goes through the acts.
 * @throws not-found, above-you
 */
export async function givePolicy(ctx: TransactionContext, input: OutputOf<typeof tokenPolicies.ofUsers.input>) {
  const { policy, users, settings } = await followPolicy(ctx, input.ids, input.tokenPolicy)
  const ids = users.map(user => user.id)
  const keys = input.existingKeys ? await applyPolicy(ctx.db, ids, settings, ctx.clock.now()) : 0
  await record(ctx, {
    action: 'token-policy.given',
    object: { type: 'token-policy', id: policy?.id ?? workspaceOf(ctx), name: policy?.name ?? 'Default' },
    after: { users: users.length, names: users.slice(0, 20).map(user => user.name), keys },
  })
  return { ok: true as const, users: users.length, keys }
}
