import type { PagePreview } from '@claviger/contract/access/self-service-settings/self-service-page'
import {
  type AttributeSource,
  attributeSources,
  type PageSettings,
} from '@claviger/contract/access/self-service-settings/page-settings'
import type { PageLanguage } from '@claviger/contract/platform/languages'
import { verifications } from '@claviger/contract/keys/token-policies'
import { sayTo } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { providersOn } from '#features/connect/identity-providers/identity-providers.ts'
import { listTokenPolicies } from '#features/keys/token-policies/token-policies.ts'
import { attributeNames, pinConfig } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { helpOf } from './self-service-settings.help.ts'
import { keySettingsOf } from './self-service-settings.ts'
import { ownPage } from './self-service-settings.store.ts'
import { textedPrefixes, warningsOfPage } from './notices/page-warnings.ts'

export async function previewPage(
  ctx: TransactionContext,
  input: { page?: string | undefined; settings: PageSettings; language: PageLanguage },
): Promise<PagePreview> {
  const { settings } = input
  const saved = input.page === undefined ? undefined : await ownPage(ctx.db, input.page)
  const key = await keySettingsOf(ctx, { settings })
  const { items } = await listTokenPolicies(ctx)
  const texts = settings.messages[input.language] ?? settings.messages.en
  return {
    warnings: await warningsOfPage(ctx, settings, saved !== undefined && saved.automatic_secret !== null),
    help: helpOf(texts?.help ?? ''),
    key: {
      policy: items.find(one => one.id === key.policy_id)?.name ?? null,
      pin: key.verification === verifications.pin,
      pinConfig: await pinConfig(ctx),
    },
    choices: {
      attributes: await attributesOf(ctx),
      policies: items.map(({ id, name, isDefault, cardVerification }) => ({
        id,
        name,
        isDefault,
        pin: cardVerification === verifications.pin,
      })),
      providers: await providersOn(ctx),
      phoneCodes: (await textedPrefixes(ctx)).length > 0,
      origin: new URL(ctx.config.publicUrl).origin,
    },
  }
}

async function attributesOf(ctx: TransactionContext): Promise<{ from: AttributeSource; name: string }[]> {
  const say = sayTo(ctx)
  const names = await attributeNames(ctx)
  return attributeSources.map((from, place) => ({
    from,
    name: from === 'department' ? say('Department') : (names[place] ?? say('Attribute {n}', { n: place + 1 })),
  }))
}
