import { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { metadataFields } from '@claviger/contract/connect/identity-providers'
import type { SamlRow } from './identity-providers.store.ts'
import type { ProviderMetadata } from './metadata.parse.ts'

export const storedMetadataOf = ({ issuer, settings }: SamlRow): ProviderMetadata => ({
  entityId: issuer,
  ssoUrl: settings.ssoUrl,
  ssoBinding: settings.ssoBinding,
  sloUrl: settings.sloUrl,
  certificates: settings.certificates,
})

export function differencesOf(row: SamlRow, told: ProviderMetadata) {
  const before = storedMetadataOf(row)
  return metadataFields.flatMap(field =>
    isDeepStrictEqual(before[field], told[field])
      ? []
      : [{ field, before: shown(before[field]), after: shown(told[field]) }],
  )
}

const shown = (value: string | readonly string[]): string[] =>
  typeof value === 'string'
    ? [value].filter(one => one !== '')
    : value.map(pem => new X509Certificate(pem).fingerprint256)
