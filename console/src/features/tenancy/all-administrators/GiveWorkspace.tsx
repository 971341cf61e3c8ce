import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { t, Trans } from '#platform/text/text.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { toastWaits } from '../second-person/SecondPerson.tsx'
import type { AdministeredWorkspace } from '../administrators/administered-workspace.ts'

export default function GiveWorkspace({
  admin,
  within,
  close,
}: {
  admin: Administrator
  within: AdministeredWorkspace
  close: () => void
}) {
  const change = useWrite(allAdministrators.changeOwner, {
    done({ waits }) {
      close()
      if (waits) toastWaits()
      else toast('success', t('{name} is now the owner of {workspace}', { name: admin.name, workspace: within.name }))
    },
  })
  return (
    <Confirm
      open
      busy={change.isPending}
      confirm={() => change.mutate({ id: within.id, userId: admin.id }, { onError: close })}
      title={t('Make {name} the owner?', { name: admin.name })}
      keep={t('Keep owner')}
      act={t('Change owner')}
      close={close}
    >
      <p>
        <Trans
          id="<0>The current owners of {workspace} become administrators immediately.</0> No acceptance is needed. All affected users are notified by email."
          values={{ workspace: within.name }}
          components={[<strong key="becomes" />]}
        />
      </p>
      <p>{t('Owners can also transfer ownership themselves. In that case, the new owner must accept.')}</p>
    </Confirm>
  )
}
