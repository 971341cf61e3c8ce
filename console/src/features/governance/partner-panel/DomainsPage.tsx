import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { DomainStatus } from '#features/tenancy/trust-domains/DomainStatus.tsx'

/** The partner's own trust domains; they are changed on the page of every workspace. */
export default function DomainsPage() {
  const { me, can } = useSession()
  const read = useRead(partnerPanel.info, { id: me.workspace.id }, { quiet: true })
  const domains = read.data?.trustDomains ?? []
  return (
    <>
      <PageHead
        title={t("Partner's trust domains")}
        actions={
          can('workspace.write') && (
            <Button variant="default" component={Link} to="/dashboard/workspace/trust-domains">
              {t('Manage trust domains')}
            </Button>
          )
        }
      />
      <Card title={t('Trust domains')}>
        <Waiting on={read} what={t('the trust domains')}>
          {domains.length === 0 ? (
            <p>{t('No trust domains yet.')}</p>
          ) : (
            <Facts
              of={domains.map(({ domain, status }) => [domain, <DomainStatus key={domain} status={status} />] as const)}
            />
          )}
        </Waiting>
      </Card>
    </>
  )
}
