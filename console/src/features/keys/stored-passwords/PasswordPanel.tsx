import { passwordTypes, storedPasswords } from '@claviger/contract/keys/stored-passwords'
import type { StoredPassword } from '@claviger/contract/keys/stored-passwords'
import { t } from '#platform/text/text.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { PasswordFields } from './PasswordFields.tsx'

const startOf = (password: StoredPassword | null) => ({
  type: String(password?.type ?? passwordTypes.domain),
  username: password?.username ?? '',
  url: password?.url ?? '',
  processName: password?.processName ?? '',
  computerName: password?.computerName ?? '',
  password: '',
  pinRequired: password?.pinRequired ?? true,
})

export interface PasswordPanelProps {
  user?: string
  password: StoredPassword | null
  close: () => void
}

const callFor = (own: boolean, changes: boolean) => {
  const call = own
    ? changes
      ? storedPasswords.ownUpdate
      : storedPasswords.ownCreate
    : changes
      ? storedPasswords.update
      : storedPasswords.create
  // The endpoints' inputs differ only in IDs, which are passed as `fixed`
  return call as typeof storedPasswords.ownCreate
}

export default function PasswordPanel({ user, password, close }: PasswordPanelProps) {
  const changes = password !== null
  return (
    <Panel
      open
      title={changes ? t('Change {username}', { username: password.username }) : t('Add password')}
      close={close}
    >
      <Form
        of={callFor(user === undefined, changes)}
        start={startOf(password)}
        fixed={{ ...(user === undefined ? {} : { id: user }), ...(changes ? { passwordId: password.id } : {}) }}
        refused={(refusal, fields) => {
          if (refusal.code !== 'pin-reset-required') return false
          fields.fault('password', refusal.message)
          return true
        }}
        done={() => {
          toast('success', changes ? t('Password changed') : t('Password saved'))
          close()
        }}
      >
        <PasswordFields changes={changes} />
        <Foot save={changes ? t('Save changes') : t('Add password')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
