import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t, Trans } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import type { Within } from '../administrators/within.ts'

/** Asks before an administrator is made the only owner of a workspace. */
export default function GiveWorkspace({
  admin,
  within,
  close,
}: {
  admin: Administrator
  within: Within
  close: () => void
}) {
  const give = useWrite(allAdministrators.changeOwner, {
    done() {
      toast('success', t('{name} is the owner of {workspace}', { name: admin.name, workspace: within.name }))
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Make {name} the owner?', { name: admin.name })}
      keep={t('Keep the owner')}
      act={t('Change the owner')}
      busy={give.isPending}
      close={close}
      confirm={() => give.mutate({ id: within.id, userId: admin.id }, { onError: close })}
    >
      <p>
        <Trans
          id="<0>Whoever owns {workspace} now becomes an administrator at once.</0> Nobody has to accept, and all of them are told by mail."
          values={{ workspace: within.name }}
          components={[<strong key="becomes" />]}
        />
      </p>
      <p>{t('An owner can hand the workspace over themselves, too; then the new owner confirms.')}</p>
    </Confirm>
  )
}
