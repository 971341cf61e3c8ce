import type { OwnProviderAddresses } from '@claviger/contract/connect/identity-providers'
import { Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Value } from '#platform/ui/bits/Value.tsx'
import { Card } from '#platform/ui/page/Card.tsx'

export function OwnAddressesCard({
  ours,
  isSaml,
  hint,
}: {
  ours: Partial<OwnProviderAddresses>
  isSaml: boolean
  hint: string
}) {
  const shown = isSaml
    ? [
        [t('Entity ID'), ours.entityId],
        [t('Assertion consumer service (ACS) URL'), ours.acsUrl],
        [t('Single logout URL (redirect or POST)'), ours.sloUrl],
        [t('Metadata'), ours.metadataUrl],
      ]
    : [
        [t('Redirect address'), ours.redirectUri],
        [t('Back-channel sign-out URL'), ours.backchannelLogoutUrl],
        [t('Post-sign-out URL'), ours.signedOutUrl],
      ]
  const facts = shown.flatMap(([label, value]) =>
    label !== undefined && value !== undefined ? [{ label, value }] : [],
  )
  return (
    <Card title={t('Values for the provider')}>
      <Stack gap={16}>
        <p className="cv-muted">{hint}</p>
        {facts.length === 0 ? (
          <p className="cv-muted">{t("Claviger's values appear here after you add the provider.")}</p>
        ) : (
          facts.map(({ label, value }) => (
            <div key={label}>
              <p className="cv-muted">{label}</p>
              <Value of={value} what={label} />
            </div>
          ))
        )}
      </Stack>
    </Card>
  )
}
