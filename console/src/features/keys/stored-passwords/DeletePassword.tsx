import { storedPasswords } from '@claviger/contract/keys/stored-passwords'
import type { StoredPassword } from '@claviger/contract/keys/stored-passwords'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { passwordDescription } from './password-types.ts'

export default function DeletePassword(props: { user?: string; password: StoredPassword; close: () => void }) {
  const { user, password, close } = props
  const done = () => {
    toast('success', t('Password deleted'))
    close()
  }
  const own = useWrite(storedPasswords.ownRemove, { done })
  const ofUser = useWrite(storedPasswords.remove, { done })
  const remove = () =>
    user === undefined
      ? own.mutate({ passwordId: password.id }, { onError: close })
      : ofUser.mutate({ id: user, passwordId: password.id }, { onError: close })
  return (
    <Confirm
      open
      title={t('Delete 1 password?')}
      keep={t('Keep password')}
      act={t('Delete 1 password')}
      busy={own.isPending || ofUser.isPending}
      close={close}
      confirm={remove}
    >
      <p>
        <strong>{t('The password of {username} is no longer filled in.', { username: password.username })}</strong>{' '}
        {passwordDescription(password)}
      </p>
      <p>{t("You can't undo this.")}</p>
    </Confirm>
  )
}
