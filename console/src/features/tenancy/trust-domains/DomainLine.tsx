import { Group } from '@mantine/core'
import { trustStatus } from '@claviger/contract/tenancy/trust-domains'
import type { TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import type { ReactNode } from 'react'
import { t, Trans } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { DomainStatus } from './DomainStatus.tsx'
import classes from './domains.module.css'

function Proof({ record }: { record: TrustDomain['record'] }) {
  return (
    <dl className={classes.proof} aria-label={t('DNS record that verifies the domain')}>
      <dt>{t('Type')}</dt>
      <dd>TXT</dd>
      <dt>{t('Name')}</dt>
      <dd>
        <span className="cv-mono">{record.name}</span> <Copy value={record.name} what={t('record name')} />
      </dd>
      <dt>{t('Value')}</dt>
      <dd>
        <span className="cv-mono">{record.value}</span> <Copy value={record.value} what={t('record value')} />
      </dd>
    </dl>
  )
}

const Checked = ({ at }: { at: string | null }) =>
  at === null ? t('Not checked yet') : <Trans id="Checked <0/>" components={[<When key="at" at={at} as="ago" />]} />

export function DomainLine({ domain, children }: { domain: TrustDomain; children?: ReactNode }) {
  return (
    <li className={classes.domain}>
      <div className={classes.head}>
        <div>
          <span className={classes.name}>
            <strong>{domain.domain}</strong> <DomainStatus status={domain.status} />
            {domain.decided && <Tag>{t('Status set by super administrator')}</Tag>}
          </span>
          <span className={classes.about}>
            {!domain.decided && <Checked at={domain.checkedAt} />}
            {domain.reason !== null && (domain.decided ? t(domain.reason) : ` · ${t(domain.reason)}`)}
          </span>
        </div>
        {children && (
          <Group gap={8} align="stretch">
            {children}
          </Group>
        )}
      </div>
      {domain.status !== trustStatus.verified && !domain.decided && <Proof record={domain.record} />}
    </li>
  )
}
