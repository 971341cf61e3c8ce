import { baselines, followStates, type OfferedBaseline } from '@claviger/contract/governance/baselines'
import { Button, Stack } from '@mantine/core'
import { IconRulerMeasure } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { longDateOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Card, Facts } from '#platform/ui/page/Card.tsx'
import { DeferredContent } from '#platform/ui/page/DeferredContent.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { SettingsFrame } from '#features/tenancy/workspace-settings/SettingsFrame.tsx'
import { RuleCard } from './RuleCard.tsx'
import { contentsText } from './baseline-labels.ts'
import { DriftList } from './follower-columns.tsx'

const CompareBaseline = lazy(() => import('./CompareBaseline.tsx'))

const { accepted, declined } = followStates

/** The most important state for the owner: drift, a new version, or a pending offer. */
function Standing({ of }: { of: OfferedBaseline }) {
  if (of.state === declined) return <Notice>{t('You declined this baseline. You can still accept it.')}</Notice>
  if (of.state !== accepted) return <Notice>{t('Nothing changes until an owner accepts it.')}</Notice>
  if (of.drift.length > 0)
    return (
      <Notice level="warning">
        {t(
          '{count, plural, one {# setting differs} other {# settings differ}} from the baseline. Your partner sees which ones, but not their values.',
          { count: of.drift.length },
        )}
        <DriftList of={of} />
      </Notice>
    )
  if (of.version !== of.acceptedVersion)
    return <Notice>{t('Version {version} is available.', { version: of.version })}</Notice>
  return null
}

function Offer({ of }: { of: OfferedBaseline }) {
  const { can } = useSession()
  const [comparing, setComparing] = useState(false)
  const decline = useWrite(baselines.decline, {
    done: () => toast('success', t('{name} declined', { name: of.name })),
  })
  return (
    <Card title={of.name}>
      <Stack gap={16} miw={0}>
        {of.description !== '' && <p>{of.description}</p>}
        <Standing of={of} />
        <Facts
          of={[
            [t('Offered by'), of.partner],
            [t('Contains'), contentsText(of.contents)],
            [t('Version'), t('{version}, {day}', { version: of.version, day: longDateOf(of.publishedAt) })],
            ...(of.note === '' ? [] : [[t('What changed'), of.note] as const]),
            ...(of.acceptedAt === null
              ? []
              : [
                  [
                    t('Accepted'),
                    t('Version {version} on {day} by {name}', {
                      version: of.acceptedVersion ?? 0,
                      day: longDateOf(of.acceptedAt),
                      name: of.acceptedBy ?? '',
                    }),
                  ] as const,
                ]),
          ]}
        />
        <div className="cv-ends">
          {can('workspace.transfer') && of.state !== declined && (
            <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate({ id: of.id })}>
              {of.state === accepted ? t('Stop following') : t('Decline')}
            </Button>
          )}
          <Button onClick={() => setComparing(true)}>{t('Compare…')}</Button>
        </div>
      </Stack>
      <Suspense>{comparing && <CompareBaseline of={of} close={() => setComparing(false)} />}</Suspense>
    </Card>
  )
}

/** Baselines that the workspace's partner offers. */
export default function OfferedPage() {
  const read = useRead(baselines.offered, {})
  const items = read.data?.items ?? []
  return (
    <SettingsFrame open="Baselines">
      {() => (
        <Stack gap={16} miw={0} maw={720}>
          <Waiting on={read} what={t('the baselines')}>
            {items.length === 0 ? (
              <EmptyState
                title={t('No baselines')}
                link={{ to: '/dashboard/workspace', label: t('Open settings') }}
                icon={IconRulerMeasure}
              >
                {t('Settings that your partner recommends appear here. You compare them before you accept.')}
              </EmptyState>
            ) : (
              items.map(one => <Offer key={one.id} of={one} />)
            )}
          </Waiting>
          <DeferredContent until={!read.isPending}>
            <RuleCard />
          </DeferredContent>
        </Stack>
      )}
    </SettingsFrame>
  )
}
