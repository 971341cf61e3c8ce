import { users } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { PlacedList } from './ownership/PlacedList.tsx'

/** Emails the invitation to a user with a pending role, after a review of what others placed in the account. */
export default function InvitePending({ admin, close }: { admin: Administrator; close: () => void }) {
  const placed = useRead(administrators.placedAccess, { id: admin.id }, { quiet: true })
  const invite = useWrite(users.inviteToRole, {
    done() {
      toast('success', t('Invitation sent to {email}', { email: admin.email ?? '' }))
      close()
    },
  })
  const email = admin.email ?? ''
  const items = placed.data?.items ?? []
  return (
    <Confirm
      open
      safe
      title={t('Send invitation to {name}?', { name: admin.name })}
      keep={t('Cancel')}
      act={t('Send invitation')}
      busy={invite.isPending || email === ''}
      close={close}
      confirm={() => invite.mutate({ id: admin.id, email }, { onError: close })}
    >
      <p>
        {email === ''
          ? t('This user has no email address. Add one first.')
          : t('By sending it, you confirm that {email} belongs to {name}.', { email, name: admin.name })}
      </p>
      {placed.isPending && <Bones lines={2} />}
      {items.length > 0 && (
        <>
          <p>
            {t('These stop working when {name} accepts, because people with a lower role set them up:', {
              name: admin.name,
            })}
          </p>
          <PlacedList items={items} />
        </>
      )}
    </Confirm>
  )
}
