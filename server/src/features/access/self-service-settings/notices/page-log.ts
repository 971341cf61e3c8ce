import type { verificationTypes } from '@claviger/contract/access/self-service-settings'
import type { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { msg } from '#platform/languages.ts'

const verification: Record<(typeof verificationTypes)[number], string> = {
  none: msg('None'),
  default: msg('Code by email or phone'),
  entraId: 'Entra ID',
  sso: msg('Identity provider'),
  identity: msg('Identity document'),
  selfConfirmation: msg('Self-confirmation'),
  automatic: msg('Automatic'),
}

export function logFieldsOfPage(name: string, settings: PageSettings): Record<string, unknown> {
  const { services, fields, attributes, providerId, automatic, tellDesk, messages, limits, tokenPolicyId, ...plain } =
    settings
  const asked = Object.entries(fields).flatMap(([field, on]) => (on ? [field] : []))
  return {
    ...plain,
    name,
    ...services,
    verificationType: verification[plain.verificationType],
    asked: [...asked, ...attributes.map(one => one.name)].join(', '),
    keyPolicy_id: tokenPolicyId,
    identityProvider_id: providerId,
    automaticAddress: automatic.url,
    tellDesk: tellDesk.on && tellDesk.email !== null ? `${tellDesk.email} (${tellDesk.after})` : null,
    redirectOrigins: settings.redirectOrigins.join(', '),
    limits: `${limits.card} / ${limits.person} / ${limits.page}`,
    texts: Object.entries(messages)
      .map(([language, texts]) => `${language}: ${Object.values(texts).join(' | ').slice(0, 400)}`)
      .join('\n')
      .slice(0, 2000),
  }
}
