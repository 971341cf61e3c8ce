import { trustStatus } from '@claviger/contract/tenancy/trust-domains'
import type { TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import { Box, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { t, Trans } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { DomainStatus } from './DomainStatus.tsx'

function Proof({ record }: { record: TrustDomain['record'] }) {
  return (
    <Grid
      component="dl"
      className="cv-panel"
      columns="auto 1fr"
      gap="4px 16px"
      align="center"
      p="10px 12px"
      aria-label={t('DNS record that verifies the domain')}
    >
      <dt className="cv-muted">{t('Type')}</dt>
      <Box component="dd" className="cv-wrap" miw={0}>
        TXT
      </Box>
      <dt className="cv-muted">{t('Name')}</dt>
      <Box component="dd" className="cv-wrap" miw={0}>
        <span className="cv-mono">{record.name}</span> <Copy value={record.name} what={t('record name')} />
      </Box>
      <dt className="cv-muted">{t('Value')}</dt>
      <Box component="dd" className="cv-wrap" miw={0}>
        <span className="cv-mono">{record.value}</span> <Copy value={record.value} what={t('record value')} />
      </Box>
    </Grid>
  )
}

const Checked = ({ at }: { at: string | null }) =>
  at === null ? t('Not checked yet') : <Trans id="Checked <0/>" components={[<When key="at" at={at} as="ago" />]} />

export function DomainLine({ domain, children }: { domain: TrustDomain; children?: ReactNode }) {
  return (
    <Stack component="li" gap={12} p="12px 16px">
      <Group gap="8px 16px">
        <Stack gap={2} flex="1 1 280px" miw={0}>
          <Group component="span" className="cv-wrap" gap="4px 12px">
            <strong>{domain.domain}</strong> <DomainStatus status={domain.status} />
            {domain.decided && <Tag>{t('Status set by super administrator')}</Tag>}
          </Group>
          <span className="cv-muted">
            {!domain.decided && <Checked at={domain.checkedAt} />}
            {domain.reason !== null && (domain.decided ? t(domain.reason) : ` · ${t(domain.reason)}`)}
          </span>
        </Stack>
        {children && (
          <Group gap={8} align="stretch">
            {children}
          </Group>
        )}
      </Group>
      {domain.status !== trustStatus.verified && !domain.decided && <Proof record={domain.record} />}
    </Stack>
  )
}
