import type { PageSettings } from '@claviger/contract/access/self-service-settings/settings'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { mustBeFresh } from '../../../ground/freshness.ts'
import { policyById } from '../../keys/token-policies/token-policies.ts'

/** Refuses settings that lead people elsewhere, or name what is not there. Throws invalid-input. */
export async function mustBePossible(ctx: Ctx, settings: PageSettings): Promise<void> {
  const origin = new URL(ctx.config.publicUrl).origin
  const allowed = new Set([origin, ...settings.redirectOrigins.map(one => new URL(one).origin)])
  for (const field of ['redirectUrl', 'mainUrl'] as const) {
    const address = settings[field]
    if (address === null) continue
    const url = URL.parse(address, ctx.config.publicUrl)
    if (!url || !allowed.has(url.origin)) {
      const message = 'This leads to another site. List its address among those where the page may lead'
      throw problem('invalid-input', message, [{ field: `settings.${field}`, message }])
    }
  }
  if (settings.tokenPolicyId !== null && !(await policyById(ctx, settings.tokenPolicyId))) {
    const message = 'This key policy does not exist in your workspace'
    throw problem('invalid-input', message, [{ field: 'settings.tokenPolicyId', message }])
  }
}

/** What decides who is let in. */
const guarding = ({ verificationType, entra, automatic, cardNamesHolder }: PageSettings) =>
  JSON.stringify([verificationType, entra, automatic, cardNamesHolder])

/** Refuses to change who is let in unless a passkey has just confirmed the person. Throws verify-first. */
export function mustBeFreshToGuard(ctx: Ctx, before: PageSettings, after: PageSettings): void {
  if (guarding(before) !== guarding(after)) mustBeFresh(ctx)
}
