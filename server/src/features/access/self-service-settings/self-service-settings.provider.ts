import type { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import type { TransactionContext } from '#platform/app-context.ts'
import { type ProviderRow, providerById } from '#features/connect/identity-providers/identity-providers.ts'

/** The provider with which a page verifies users; undefined if none, disabled, or of another kind. */
export async function providerOfPage(
  ctx: TransactionContext,
  { settings }: { settings: Pick<PageSettings, 'verificationType' | 'providerId'> },
): Promise<ProviderRow | undefined> {
  const { verificationType: type, providerId } = settings
  if ((type !== 'entraId' && type !== 'sso') || providerId === null) return undefined
  const row = await providerById(ctx, providerId)
  return row?.active && (type === 'sso' || row.preset === 'entra') ? row : undefined
}
