import { administrators } from '@claviger/contract/tenancy/administrators'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { roleOf } from './rights.ts'

/** Asks before the role is taken from an administrator. */
export default function RemoveAdmin({ admin, close }: { admin: Administrator; close: () => void }) {
  const remove = useWrite(administrators.remove, {
    done() {
      toast('success', `${admin.name} is no admin any more`)
      close()
    },
  })
  return (
    <Confirm
      open
      title="Remove 1 admin?"
      keep="Keep admin"
      act="Remove 1 admin"
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ ids: [admin.id] }, { onError: close })}
    >
      <p>
        <strong>
          {admin.name} loses the role {roleOf(admin)} at once.
        </strong>{' '}
        The user stays, with keys and groups.
      </p>
      <p>You can add the admin again at any time.</p>
    </Confirm>
  )
}
