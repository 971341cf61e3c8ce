import { administrators } from '@claviger/contract/tenancy/administrators'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { useWrite } from '#platform/data/useWrite.ts'
import { t, Trans } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { LostApiKeysOf } from './LostApiKeys.tsx'
import { roleOf } from './rights.ts'

export default function RemoveAdmin({
  admin,
  workspace,
  close,
}: {
  admin: Administrator
  workspace?: string
  close: () => void
}) {
  const told = {
    done() {
      toast('success', t('{name} is no longer an admin', { name: admin.name }))
      close()
    },
  }
  const own = useWrite(administrators.remove, told)
  const any = useWrite(allAdministrators.remove, told)
  const ids = [admin.id]
  const failed = { onError: close }
  const remove = () =>
    workspace === undefined ? own.mutate({ ids }, failed) : any.mutate({ id: workspace, ids }, failed)
  return (
    <Confirm
      open
      title={t('Remove 1 admin?')}
      keep={t('Keep admin')}
      act={t('Remove 1 admin')}
      busy={own.isPending || any.isPending}
      close={close}
      confirm={remove}
    >
      <p>
        <Trans
          id="<0>{name} loses the role {role} immediately.</0> The user, including keys and groups, is not deleted."
          values={{ name: admin.name, role: roleOf(admin) }}
          components={[<strong key="loses" />]}
        />
      </p>
      {workspace === undefined && <LostApiKeysOf administrator={admin.id} />}
      <p>{t('You can add the admin back at any time.')}</p>
    </Confirm>
  )
}
