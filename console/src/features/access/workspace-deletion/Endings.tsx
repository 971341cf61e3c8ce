import { graceDays } from '@claviger/contract/access/workspace-deletion'
import { secondPersonKinds } from '@claviger/contract/tenancy/second-person'
import { endingKinds, workspaceEndings } from '@claviger/contract/access/workspace-deletion.others'
import { Button, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { SecondPerson } from '#features/tenancy/second-person/SecondPerson.tsx'

const PlanEnding = lazy(() => import('./PlanEnding.tsx'))

/** Resets and deletes a workspace, with a preview and a grace period. */
export function Endings({ workspace }: { workspace: { id: string; name: string } }) {
  const { id, name } = workspace
  const state = useRead(workspaceEndings.preview, { id })
  const [asking, setAsking] = useState<number | null>(null)
  const keep = useWrite(workspaceEndings.cancel, { done: () => toast('success', t('Canceled for {name}', { name })) })
  const ending = state.data?.ending
  return (
    <Card title={t('Reset or delete')}>
      <SecondPerson workspace={workspace} kinds={[secondPersonKinds.deletion, secondPersonKinds.reset]} />
      <Waiting on={state} what={t('the status of this workspace')}>
        {ending ? (
          <Stack gap={12}>
            <Notice level="error">
              <Trans
                id={
                  ending.kind === endingKinds.reset
                    ? '{name} will be reset on <0/>. {by} requested this on <1/>.'
                    : '{name} will be deleted on <0/>. {by} requested this on <1/>.'
                }
                values={{ name, by: ending.askedBy }}
                components={[<When key="0" at={ending.endsAt} />, <When key="1" at={ending.askedAt} as="day" />]}
              />
            </Notice>
            <div>
              <Button loading={keep.isPending} onClick={() => keep.mutate({ id })}>
                {ending.kind === endingKinds.reset ? t('Cancel reset') : t('Cancel deletion')}
              </Button>
            </div>
          </Stack>
        ) : (
          <Stack gap={16} miw={0}>
            <div className="cv-apart cv-quiet">
              <span>
                {t('A reset deletes all users and data after {days} days. Owners, settings, and the log stay.', {
                  days: graceDays,
                })}
              </span>
              <Button variant="default" onClick={() => setAsking(endingKinds.reset)}>
                {t('Reset workspace…')}
              </Button>
            </div>
            <div className="cv-apart cv-quiet">
              <span>{t('A deletion deletes everything after {days} days.', { days: graceDays })}</span>
              <Button variant="default" onClick={() => setAsking(endingKinds.deletion)}>
                {t('Delete workspace…')}
              </Button>
            </div>
          </Stack>
        )}
      </Waiting>
      <Suspense>
        {asking !== null && state.data && (
          <PlanEnding
            kind={asking}
            workspace={workspace}
            counts={state.data.counts}
            owners={state.data.kept.owners}
            close={() => setAsking(null)}
          />
        )}
      </Suspense>
    </Card>
  )
}
