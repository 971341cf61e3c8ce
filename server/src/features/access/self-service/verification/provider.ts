import { newId } from '../../../../ground/ids.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { isOidc } from '../../../connect/identity-providers/identity-providers.ts'
import { visitAddress } from '../../external-sign-in/external-sign-in.visits.ts'
import { providerOfPage } from '../../self-service-settings/self-service-settings.provider.ts'
import type { Page } from '../../self-service-settings/self-service-settings.ts'

/** How somebody is sent to the provider of a page, for a step that is new; `typed` is the login name that was entered. */
export async function signInOf(ctx: Ctx, page: Page, typed: string | null) {
  const row = await providerOfPage(ctx, page)
  if (!row) return undefined
  const step = newId()
  return {
    step,
    clientId: isOidc(row) ? row.settings.clientId : null,
    tenantId: row.preset === 'entra' ? (URL.parse(row.issuer)?.pathname.split('/')[1] ?? null) : null,
    told: { name: row.name, url: visitAddress(ctx, row, step, hintOf(page.settings.loginHint, typed)) },
  }
}

/** The hint as far as what was typed fills it: it must not tell more of a person than whoever stands there has said. */
function hintOf(template: string | null, typed: string | null): string | null {
  const filled = typed === null ? template : (template?.replaceAll('${UserId}', typed.trim()) ?? null)
  return filled === null || filled === '' || filled.includes('${') ? null : filled.slice(0, 254)
}
