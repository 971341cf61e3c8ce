import { credentials } from '@claviger/contract/keys/credentials'
import type { Passkey } from '@claviger/contract/keys/credentials'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { fresh } from './fresh.ts'

/** Deletes a passkey after asking. */
export function DeleteKey({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const remove = useWrite(credentials.remove, {
    through: fresh,
    alsoRefresh: ['account'],
    done() {
      toast('success', 'Passkey deleted')
      close()
    },
  })
  return (
    <Confirm
      open
      title="Delete 1 passkey?"
      keep="Keep passkey"
      act="Delete 1 passkey"
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ id: passkey.id }, { onError: close })}
    >
      <p>
        <strong>“{passkey.name}” no longer signs you in.</strong> Sessions that are open stay open.
      </p>
      <p>This cannot be undone. We send you a mail about it.</p>
    </Confirm>
  )
}
