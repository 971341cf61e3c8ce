import type { VerificationType } from '@claviger/contract/access/self-service-settings'
import type { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { assurancePreset } from '@claviger/contract/connect/identity-providers'
import type { TransactionContext } from '#platform/app-context.ts'
import { type ProviderRow, providerById } from '#features/connect/identity-providers/identity-providers.ts'

/** The provider with which a page verifies users; undefined if none, disabled, or of another kind. */
export async function providerOfPage(
  ctx: TransactionContext,
  { settings }: { settings: Pick<PageSettings, 'verificationType' | 'providerId'> },
): Promise<ProviderRow | undefined> {
  const { verificationType: type, providerId } = settings
  if (!isWithProvider(type) || providerId === null) return undefined
  const row = await providerById(ctx, providerId)
  return row?.active && fits[type](row.preset) ? row : undefined
}

const fits = {
  entraId: preset => preset === 'entra',
  sso: preset => preset !== assurancePreset,
  identity: preset => preset === assurancePreset,
} as const satisfies Partial<Record<VerificationType, (preset: string) => boolean>>

/** Does this verification need an identity provider? */
export const isWithProvider = (type: VerificationType): type is keyof typeof fits => Object.hasOwn(fits, type)
