import { newId } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isOidc } from '#features/connect/identity-providers/identity-providers.ts'
import { visitAddress } from '#features/access/external-sign-in/external-sign-in.visits.ts'
import { providerOfPage } from '#features/access/self-service-settings/self-service-settings.provider.ts'
import type { CardPage } from '#features/access/self-service-settings/self-service-settings.ts'

/**
 * Address of a page's provider, for a new step; `typed` is the entered login name. An identity is verified only once the
 * user is known.
 */
export async function signInOfProvider(
  ctx: TransactionContext,
  page: CardPage,
  { typed, about }: { typed: string | null; about: string | null },
) {
  const row = await providerOfPage(ctx, page)
  if (!row || (page.settings.verificationType === 'identity' && about === null)) return undefined
  const step = newId()
  return {
    step,
    clientId: isOidc(row) ? row.settings.clientId : null,
    tenantId: row.preset === 'entra' ? (URL.parse(row.issuer)?.pathname.split('/')[1] ?? null) : null,
    told: {
      name: row.name,
      url: visitAddress(ctx, row, { visit: step, hint: hintOf(page.settings.loginHint, typed), about }),
    },
  }
}

/** The login hint from the typed text only: it must not reveal more about the user than the visitor entered. */
function hintOf(template: string | null, typed: string | null): string | null {
  const filled = typed === null ? template : (template?.replaceAll('${UserId}', typed.trim()) ?? null)
  return filled === null || filled === '' || filled.includes('${') ? null : filled.slice(0, 254)
}
