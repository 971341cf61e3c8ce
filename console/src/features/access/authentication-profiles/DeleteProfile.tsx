import { authenticationProfiles, type AuthenticationProfile } from '@claviger/contract/access/authentication-profiles'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'

export default function DeleteProfile({ of, close }: { of: AuthenticationProfile; close: () => void }) {
  const remove = useWrite(authenticationProfiles.remove, {
    quiet: true,
    done() {
      toast('success', t('{name} deleted', { name: of.name }))
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Delete this profile?')}
      keep={t('Keep profile')}
      act={t('Delete profile')}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ id: of.id })}
    >
      <p>
        <strong>{of.name}</strong>
      </p>
      {remove.isError && <Notice level="error">{remove.error.message}</Notice>}
      <p>
        {of.everybody
          ? t('Users without another profile can use all sign-in methods again.')
          : t('Users in its groups get the default profile again.')}
      </p>
    </Confirm>
  )
}
