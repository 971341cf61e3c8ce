import { groups } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { follow } from '#features/work/runs/run-follower.ts'
import { userRuns } from '../bulk-runs/user-run-labels.ts'

export interface SuspendGroupsProps {
  of: readonly Group[]
  suspend: boolean
  close: () => void
  done: () => void
}

export default function SuspendGroups({ of, suspend, close, done }: SuspendGroupsProps) {
  const client = useQueryClient()
  const write = useWrite(groups.suspendMany, {
    done({ runs }) {
      const total = runs.reduce((sum, run) => sum + run.total, 0)
      toast(
        'success',
        suspend
          ? t('Suspending users in {count, plural, one {# group} other {# groups}}', { count: of.length })
          : t('Activating users in {count, plural, one {# group} other {# groups}}', { count: of.length }),
        { detail: t('{count, plural, one {# user} other {# users}} in total.', { count: total }) },
      )
      for (const { id } of runs) void follow(client, userRuns, id)
      close()
      done()
    },
  })
  const named = of
    .map(({ name, userCount }) =>
      t('{name} ({count, plural, one {# user} other {# users}})', { name, count: userCount }),
    )
    .join(', ')
  const confirm = () => write.mutate({ ids: of.map(group => group.id), suspend })
  const title = suspend
    ? t('Suspend users in {count, plural, one {# group} other {# groups}}?', { count: of.length })
    : t('Activate users in {count, plural, one {# group} other {# groups}}?', { count: of.length })
  if (suspend)
    return (
      <Confirm
        open
        title={title}
        keep={t('Keep active')}
        act={t('Suspend {count, plural, one {# group} other {# groups}}', { count: of.length })}
        busy={write.isPending}
        close={close}
        confirm={confirm}
      >
        <p>
          <b>{t('They can no longer sign in, and their open sessions end immediately.')}</b>
        </p>
        <p>{named}</p>
      </Confirm>
    )
  return (
    <Dialog open title={title} close={close}>
      <p>{named}</p>
      <div className="cv-foot">
        <Button variant="default" onClick={close} disabled={write.isPending}>
          {t('Cancel')}
        </Button>
        <Button onClick={confirm} loading={write.isPending}>
          {t('Activate users')}
        </Button>
      </div>
    </Dialog>
  )
}
