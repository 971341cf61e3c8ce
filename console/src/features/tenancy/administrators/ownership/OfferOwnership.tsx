import { administrators } from '@claviger/contract/tenancy/administrators'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { useWrite } from '../../../../ground/data/useWrite.ts'
import { Confirm } from '../../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../../ground/ui/over/toast.ts'

/** Asks before the workspace is offered to another administrator. */
export default function OfferOwnership({ admin, close }: { admin: Administrator; close: () => void }) {
  const ask = useWrite(administrators.askOwner, {
    done() {
      toast('success', `The workspace is offered to ${admin.name}`, { detail: 'They have 7 days to accept.' })
      close()
    },
  })
  return (
    <Confirm
      open
      title={`Hand the workspace over to ${admin.name}?`}
      keep="Keep the workspace"
      act="Offer the workspace"
      busy={ask.isPending}
      close={close}
      confirm={() => ask.mutate({ id: admin.id }, { onError: close })}
    >
      <p>
        <strong>Once {admin.name} accepts, you are an administrator and no longer an owner.</strong> Only they can give
        it back.
      </p>
      <p>Until then nothing changes, and you can withdraw the offer.</p>
    </Confirm>
  )
}
