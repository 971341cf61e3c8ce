import type { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { canActForAll } from '#features/work/rank/rank.ts'
import { providerById } from '#features/connect/identity-providers/identity-providers.ts'
import { policyById } from '#features/keys/token-policies/token-policies.ts'

/** Refuses settings that redirect users elsewhere or reference missing items. @throws invalid-input */
export async function mustBePossible(ctx: TransactionContext, settings: PageSettings): Promise<void> {
  const origin = new URL(ctx.config.publicUrl).origin
  const allowed = new Set([origin, ...settings.redirectOrigins.map(one => new URL(one).origin)])
  for (const field of ['redirectUrl', 'mainUrl'] as const) {
    const address = settings[field]
    if (address === null) continue
    const url = URL.parse(address, ctx.config.publicUrl)
    if (!url || !allowed.has(url.origin)) {
      const message = 'This redirects to another site. Add its address to the allowed redirect addresses'
      throw problem('invalid-input', message, [{ field: `settings.${field}`, message }])
    }
  }
  if (settings.providerId !== null && !(await providerById(ctx, settings.providerId))) {
    const message = "This identity provider doesn't exist in your workspace"
    throw problem('invalid-input', message, [{ field: 'settings.providerId', message }])
  }
  if (settings.tokenPolicyId !== null && !(await policyById(ctx, settings.tokenPolicyId))) {
    const message = "This key policy doesn't exist in your workspace"
    throw problem('invalid-input', message, [{ field: 'settings.tokenPolicyId', message }])
  }
}

const guarding = (settings: PageSettings) => {
  const { verificationType, providerId, automatic, cardNamesHolder, fields, attributes, limits } = settings
  const { tellPerson, tellDesk, secondCard, services, tokenPolicyId } = settings
  const entry = [verificationType, providerId, automatic, cardNamesHolder, fields, attributes, limits]
  return JSON.stringify([entry, tellPerson, tellDesk, secondCard, services, tokenPolicyId])
}

/** Card pages affect all users, so unit administrators can't change them. @throws acts-for-all */
export function mustActForAllUsers(ctx: Pick<TransactionContext, 'actor'>): void {
  if (!canActForAll(ctx)) throw problem('acts-for-all')
}

/**
 * Allows security-relevant changes only with permission to act for all users and a recent passkey confirmation.
 * Returns whether there is such a change.
 * @throws acts-for-all, verify-first
 */
export function mustBeLetToGuard(ctx: TransactionContext, before: PageSettings, after: PageSettings): boolean {
  if (guarding(before) === guarding(after)) return false
  mustActForAllUsers(ctx)
  mustBeFresh(ctx, 'workspace.write')
  return true
}
