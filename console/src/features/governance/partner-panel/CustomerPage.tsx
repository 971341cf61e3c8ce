import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import type { CustomerDetails } from '@claviger/contract/governance/partner-panel'
import { keyKindNames } from '@claviger/contract/keys/security-keys'
import { Button, Stack } from '@mantine/core'
import { IconBuildings } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { count, longDateOf } from '#platform/text/formats.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { WorkspaceIcon } from '#platform/ui/bits/WorkspaceIcon.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { State, typeOf } from '#features/tenancy/workspaces/workspace-labels.tsx'
import { CustomerBaselines } from '../baselines/CustomerBaselines.tsx'
import { CustomerSettings } from './CustomerSettings.tsx'

const DisableKeys = lazy(() => import('./DisableKeys.tsx'))
const DeleteCustomer = lazy(() => import('./DeleteCustomer.tsx'))

const list = '/dashboard/partner/workspaces'

function Period({ customer }: { customer: CustomerDetails }) {
  const { period, byKind } = customer
  return (
    <Card title={t('{from} to {to}', { from: longDateOf(period.from), to: longDateOf(period.to) })}>
      <Facts
        of={[
          [t('Users'), count(customer.users)],
          [t('Active security keys'), count(customer.keys)],
          ...byKind.map(
            ({ kind, count: n }) => [t((keyKindNames as Record<number, string>)[kind] ?? ''), count(n)] as const,
          ),
          [t('Keys added in this period'), count(period.keysAdded)],
          [t('Trial ends'), customer.trialEnds === null ? '—' : longDateOf(customer.trialEnds)],
          [t('Last used'), <When key="used" at={customer.lastUsedAt} as="ago" />],
        ]}
      />
    </Card>
  )
}

function Acts({ customer }: { customer: CustomerDetails }) {
  const [asking, setAsking] = useState<'keys' | 'deletion' | null>(null)
  const close = () => setAsking(null)
  return (
    <Card title={t('Keys and deletion')}>
      <Stack gap={16} miw={0}>
        <div className="cv-apart cv-quiet">
          <span>{t('Suspends active keys, in the order that the customer chose. You never see whose they are.')}</span>
          <Button variant="default" onClick={() => setAsking('keys')} disabled={customer.keys === 0}>
            {t('Disable keys…')}
          </Button>
        </div>
        <div className="cv-apart cv-quiet">
          <span>{t('Disabled immediately and deleted after 7 days. Its owners are notified.')}</span>
          <Button variant="default" onClick={() => setAsking('deletion')} disabled={customer.leavesAt !== null}>
            {t('Delete workspace…')}
          </Button>
        </div>
      </Stack>
      <Suspense>{asking === 'keys' && <DisableKeys customer={customer} close={close} />}</Suspense>
      <Suspense>{asking === 'deletion' && <DeleteCustomer customer={customer} close={close} />}</Suspense>
    </Card>
  )
}

export default function CustomerPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { can } = useSession()
  const read = useRead(partnerPanel.one, { id }, { quiet: true })
  useCrumb(read.data?.name)
  return (
    <OneRecord
      read={read}
      failed={t('We could not load this workspace')}
      missing={{
        kind: t('Workspace'),
        says: t("This workspace doesn't exist"),
        why: t('It was deleted, or it is not a workspace of your customers.'),
        icon: IconBuildings,
        to: list,
        back: t('Back to workspaces'),
      }}
    >
      {customer => (
        <>
          <PageHead
            title={customer.name}
            picture={<WorkspaceIcon name={customer.name} icon={null} size={52} />}
            beside={<State of={customer} />}
            under={
              <>
                <span>{customer.slug}</span>
                <span>{typeOf(customer)}</span>
              </>
            }
          />
          <Stack gap={16} miw={0} maw={720}>
            {customer.leavesAt !== null && (
              <Notice level="error">
                <Trans
                  id="This workspace will be deleted on <0/>."
                  components={[<When key="0" at={customer.leavesAt} />]}
                />
              </Notice>
            )}
            <div className="cv-in-order">
              <Period customer={customer} />
              <CustomerBaselines id={customer.id} />
              {can('partner.write') && <CustomerSettings customer={customer} />}
              {can('partner.write') && <Acts customer={customer} />}
            </div>
          </Stack>
        </>
      )}
    </OneRecord>
  )
}
