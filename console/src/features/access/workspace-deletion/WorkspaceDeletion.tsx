import { graceDays, workspaceDeletion } from '@claviger/contract/access/workspace-deletion'
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
import { useSession } from '#shell/session.tsx'

const DeleteWorkspace = lazy(() => import('./DeleteWorkspace.tsx'))

export function WorkspaceDeletion({ name }: { name: string }) {
  const { can } = useSession()
  const state = useRead(workspaceDeletion.state, {})
  const [asking, setAsking] = useState(false)
  const keep = useWrite(workspaceDeletion.cancel, {
    done: () => toast('success', t("{name} won't be deleted", { name }), { detail: t('All users can sign in again.') }),
  })
  const deletion = state.data?.deletion
  const owner = can('workspace.delete')
  if (!owner && !deletion) return null
  return (
    <Card title={t('Delete workspace')}>
      <Waiting on={state} what={t('the status of this workspace')}>
        {deletion ? (
          <Stack gap={12}>
            <Notice level="error">
              <Trans
                id="{name} will be deleted on <0/>. {by} requested this on <1/>. Until then, only owners can sign in."
                values={{ name, by: deletion.askedBy }}
                components={[<When key="0" at={deletion.endsAt} />, <When key="1" at={deletion.askedAt} as="day" />]}
              />
            </Notice>
            {owner && (
              <div>
                <Button loading={keep.isPending} onClick={() => keep.mutate({})}>
                  {t('Keep workspace')}
                </Button>
              </div>
            )}
          </Stack>
        ) : (
          <div className="cv-apart cv-quiet">
            <span>
              {t(
                'Disabled immediately and permanently deleted after {days} days. Until then, an owner can cancel the deletion.',
                {
                  days: graceDays,
                },
              )}
            </span>
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('Delete workspace…')}
            </Button>
          </div>
        )}
      </Waiting>
      <Suspense>{asking && <DeleteWorkspace name={name} close={() => setAsking(false)} />}</Suspense>
    </Card>
  )
}
