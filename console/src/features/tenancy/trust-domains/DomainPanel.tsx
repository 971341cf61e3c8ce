import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { PersonalAccounts } from './PersonalAccounts.tsx'
import { actsOn, useDecide } from './acts.ts'
import type { ClaimedDomain } from './acts.ts'
import { DomainStatus } from './DomainStatus.tsx'

/** A domain for a super administrator: status, decision, and personal accounts that use it. */
export default function DomainPanel({ of, close }: { of: ClaimedDomain; close: () => void }) {
  const [domain, setDomain] = useState(of)
  const { decide, busy } = useDecide(reply => setDomain(before => ({ ...before, ...reply })))
  return (
    <Panel open title={domain.domain} close={close}>
      <Stack gap={16}>
        <Facts
          of={[
            [t('Workspace'), domain.workspace.name],
            [t('Status'), <DomainStatus key="status" status={domain.status} />],
            [t('Reason'), domain.reason === null ? '—' : t(domain.reason)],
            [t('Checked'), <When key="at" at={domain.checkedAt} />],
            [t('Verified'), <When key="at" at={domain.verifiedAt} />],
            [
              t('TXT record'),
              <span key="name" className="cv-mono">
                {domain.record.name}
              </span>,
            ],
            [
              t('Value'),
              <span key="value" className="cv-mono">
                {domain.record.value}
              </span>,
            ],
          ]}
        />
        <Group gap={8} align="stretch">
          {actsOn(domain).map(act => (
            <Button key={act.status} variant="default" loading={busy} onClick={() => decide(domain, act)}>
              {t(act.label)}
            </Button>
          ))}
        </Group>
        <Card title={t('Personal accounts')}>
          <PersonalAccounts domain={domain} workspace={domain.workspace.name} />
        </Card>
      </Stack>
    </Panel>
  )
}
