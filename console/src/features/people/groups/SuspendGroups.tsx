import { groups } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { Button } from '@mantine/core'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { many } from '../../../ground/ui/bits/moments.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import over from '../../../ground/ui/over/over.module.css'

export interface SuspendGroupsProps {
  of: readonly Group[]
  suspend: boolean
  close: () => void
  done: () => void
}

/** Asks before the users of groups are suspended, or activated again. */
export default function SuspendGroups({ of, suspend, close, done }: SuspendGroupsProps) {
  const write = useWrite(groups.suspendMany, {
    alsoRefresh: ['users', 'bulk-runs', 'statistics'],
    done({ runs }) {
      const total = runs.reduce((sum, run) => sum + run.total, 0)
      const verb = suspend ? 'Suspending' : 'Activating'
      toast('success', `${verb} the users of ${many(of.length, 'group')}`, { detail: `${many(total, 'user')} in all.` })
      close()
      done()
    },
  })
  const named = of.map(group => `${group.name} (${many(group.userCount, 'user')})`).join(', ')
  const confirm = () => write.mutate({ ids: of.map(group => group.id), suspend })
  const title = `${suspend ? 'Suspend' : 'Activate'} the users of ${many(of.length, 'group')}?`
  if (suspend)
    return (
      <Confirm
        open
        title={title}
        keep="Keep them active"
        act={`Suspend ${many(of.length, 'group')}`}
        busy={write.isPending}
        close={close}
        confirm={confirm}
      >
        <p>
          <b>They can no longer sign in, and open sessions end at once.</b>
        </p>
        <p>{named}</p>
      </Confirm>
    )
  return (
    <Dialog open title={title} close={close}>
      <p>{named}</p>
      <div className={over.foot}>
        <Button variant="default" onClick={close} disabled={write.isPending}>
          Cancel
        </Button>
        <Button onClick={confirm} loading={write.isPending}>
          Activate users
        </Button>
      </div>
    </Dialog>
  )
}
