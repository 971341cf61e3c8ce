import { licenseStatusNames, partners } from '@claviger/contract/governance/partners'
import type { Partner } from '@claviger/contract/governance/partners'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { count, longDateOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'

const list = '/dashboard/super-admin/workspaces'

export default function PartnerPanel({ partner, close }: { partner: Partner; close: () => void }) {
  const read = useRead(partners.licensesOf, { id: partner.id, pageSize: 100, order: 'desc' })
  const { licenses } = partner
  return (
    <Panel open title={partner.name} close={close}>
      <Stack gap={16} miw={0}>
        <Facts
          of={[
            [t('Owner'), partner.owner ?? '—'],
            [t('Workspaces'), count(partner.workspaces)],
            [t('Active licenses'), count(licenses.active)],
            [t('Assigned licenses'), count(licenses.assigned)],
            [t('Requested licenses'), count(licenses.requested)],
          ]}
        />
        <div className="cv-ends">
          <Button variant="default" component={Link} to={list} search={{ partner: partner.id } as never}>
            {t('View workspaces')}
          </Button>
          <Button variant="default" component={Link} to={`${list}/${partner.id}`}>
            {t('Manage partner')}
          </Button>
        </div>
        <Card title={t('Licenses')}>
          <Waiting on={read} what={t('the licenses')}>
            {read.data?.items.length === 0 ? (
              <p>{t('No licenses yet.')}</p>
            ) : (
              <Facts
                of={(read.data?.items ?? []).map(
                  one =>
                    [
                      t(licenseStatusNames[one.status] ?? ''),
                      one.expiresOn === null
                        ? count(one.size)
                        : t('{size}, until {day}', { size: one.size, day: longDateOf(one.expiresOn) }),
                    ] as const,
                )}
              />
            )}
          </Waiting>
        </Card>
      </Stack>
    </Panel>
  )
}
