import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { t, Trans } from '../../../ground/text/text.ts'
import { ConfirmCall } from '../../../ground/ui/over/ConfirmCall.tsx'
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
  return (
    <ConfirmCall
      of={allAdministrators.changeOwner}
      input={{ id: within.id, userId: admin.id }}
      title={t('Make {name} the owner?', { name: admin.name })}
      keep={t('Keep the owner')}
      act={t('Change the owner')}
      said={t('{name} is the owner of {workspace}', { name: admin.name, workspace: within.name })}
      close={close}
    >
      <p>
        <Trans
          id="<0>Whoever owns {workspace} now becomes an administrator at once.</0> Nobody has to accept, and all of them are told by mail."
          values={{ workspace: within.name }}
          components={[<strong key="becomes" />]}
        />
      </p>
      <p>{t('An owner can hand the workspace over themselves, too; then the new owner confirms.')}</p>
    </ConfirmCall>
  )
}
