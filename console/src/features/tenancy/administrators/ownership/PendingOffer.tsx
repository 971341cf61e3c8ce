import { administrators } from '@claviger/contract/tenancy/administrators'
import { Button } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'

export function PendingOffer() {
  const { can } = useSession()
  const { data } = useRead(administrators.pendingOwner, {}, { quiet: true })
  const withdraw = useWrite(administrators.withdrawOwner, { done: () => toast('success', t('Offer withdrawn')) })
  const change = data?.change
  if (!change) return null
  return (
    <Notice>
      <div className="cv-apart">
        <span>
          <Trans
            id="{from} offered ownership of the workspace to {to}. The offer expires <0/>."
            values={{ from: change.from.name, to: change.to.name }}
            components={[<When key="at" at={change.endsAt} />]}
          />
        </span>
        {can('workspace.transfer') && (
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate({})}>
            {t('Withdraw offer')}
          </Button>
        )}
      </div>
    </Notice>
  )
}
