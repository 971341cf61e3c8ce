import { administrators } from '@claviger/contract/tenancy/administrators'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t, Trans } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { roleOf } from './rights.ts'

/** Asks before the role is taken from an administrator. */
export default function RemoveAdmin({ admin, close }: { admin: Administrator; close: () => void }) {
  const remove = useWrite(administrators.remove, {
    done() {
      toast('success', t('{name} is no admin any more', { name: admin.name }))
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Remove 1 admin?')}
      keep={t('Keep admin')}
      act={t('Remove 1 admin')}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ ids: [admin.id] }, { onError: close })}
    >
      <p>
        <Trans
          id="<0>{name} loses the role {role} at once.</0> The user stays, with keys and groups."
          values={{ name: admin.name, role: roleOf(admin) }}
          components={[<strong key="loses" />]}
        />
      </p>
      <p>{t('You can add the admin again at any time.')}</p>
    </Confirm>
  )
}
