import { administrators } from '@claviger/contract/tenancy/administrators'
import { Button } from '@mantine/core'
import { useRead } from '../../../../ground/data/useRead.ts'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { When } from '../../../../ground/ui/bits/When.tsx'
import { toast } from '../../../../ground/ui/over/toast.ts'
import { Notice } from '../../../../ground/ui/page/Notice.tsx'
import { useSession } from '../../../../shell/session.tsx'
import classes from '../administrators.module.css'

/** The offer that waits for an answer, above the list. */
export function PendingOffer() {
  const { can } = useSession()
  const { data } = useRead(administrators.pendingOwner, {}, { quiet: true })
  const withdraw = useWrite(administrators.withdrawOwner, { done: () => toast('success', 'Offer withdrawn') })
  const change = data?.change
  if (!change) return null
  return (
    <Notice>
      <div className={classes.offer}>
        <span>
          {change.from.name} has offered the workspace to {change.to.name}. The offer ends <When at={change.endsAt} />.
        </span>
        {can('workspace.transfer') && (
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate({})}>
            Withdraw offer
          </Button>
        )}
      </div>
    </Notice>
  )
}
