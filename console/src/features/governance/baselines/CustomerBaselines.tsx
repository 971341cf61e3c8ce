import { baselines } from '@claviger/contract/governance/baselines'
import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { DriftList, FollowState } from './follower-columns.tsx'

/** Which baselines a customer accepted, and which of its settings differ. */
export function CustomerBaselines({ id }: { id: string }) {
  const read = useRead(baselines.ofCustomer, { id }, { quiet: true })
  const items = read.data?.items ?? []
  return (
    <Card title={t('Baselines')}>
      <Waiting on={read} what={t('the baselines')}>
        {items.length === 0 ? (
          <p>{t('No baseline was offered to this customer.')}</p>
        ) : (
          <Stack component="ul" gap={16} miw={0}>
            {items.map(of => (
              <li key={of.baseline.id}>
                <div className="cv-apart cv-quiet">
                  <span>
                    <Link to={`/dashboard/partner/baselines/${of.baseline.id}` as '/'}>
                      <strong>{of.baseline.name}</strong>
                    </Link>{' '}
                    {of.version === null
                      ? t('Version {version}', { version: of.latest })
                      : t('Version {version} of {latest}', { version: of.version, latest: of.latest })}
                  </span>
                  <FollowState of={of} />
                </div>
                <DriftList of={of} />
              </li>
            ))}
          </Stack>
        )}
      </Waiting>
    </Card>
  )
}
