import type { KeyInfo } from '@claviger/contract/keys/security-keys'
import { Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '#platform/text/text.ts'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { keyIcons, typeOf } from '#features/keys/key-labels.ts'
import { statusWords, warningWords } from '#features/keys/key-models/certificates.ts'
import classes from '#features/keys/keys.module.css'

export function Model({ of }: { of: KeyInfo }) {
  const Icon = keyIcons[of.picture]
  const { certification: facts } = of
  return (
    <Card title={t('Model')}>
      <Group className={classes.model} gap={12} mb={12} wrap="nowrap">
        {facts?.icon ? <img src={facts.icon} alt="" /> : <Icon size={36} stroke={1.3} aria-hidden />}
        <div>
          <b>{of.model ?? facts?.description ?? typeOf(of)}</b>{' '}
          {of.aaguid !== null && !of.modelAllowed && <Tag tone="warn">{t('No longer allowed')}</Tag>}
        </div>
      </Group>
      {facts?.warning && (
        <Group component="p" className="cv-box cv-warn" gap={10} align="flex-start" wrap="nowrap" p="10px 12px">
          <IconAlertTriangle size={18} stroke={1.8} aria-hidden /> {warningWords(facts.warning)}
        </Group>
      )}
      <Facts
        of={[
          [t('Certification'), facts ? statusWords(facts.status) : t('Not known')],
          ...(facts?.since ? [[t('Certified since'), facts.since] as const] : []),
          ...(of.aaguid === null ? [] : [['AAGUID', <code key="aaguid">{of.aaguid}</code>] as const]),
          ...(of.attestation === null
            ? []
            : [
                [
                  t('Attestation'),
                  of.attestation.endsWith('trusted') ? t('Yes, verified') : t('No, stated by the model only'),
                ] as const,
              ]),
          [t('Can be used'), t('Wherever the workspace rules allow its owner to sign in')],
        ]}
      />
    </Card>
  )
}
