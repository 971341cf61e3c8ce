import { securityKeys } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'

interface OwnAct {
  of: SecurityKey
  close: () => void
}

export function RenameOwn({ of, close }: OwnAct) {
  return (
    <Dialog open title={t('Rename key')} close={close}>
      <Form of={securityKeys.update} start={{ name: of.name }} fixed={{ id: of.id }} done={close}>
        <Text name="name" label={t('Name')} autoFocus />
        <Foot save={t('Rename key')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}

export function ResetOwnPin({ of, close }: OwnAct) {
  return (
    <Dialog open title={t('Reset PIN of {name}', { name: of.name })} close={close}>
      <Form
        of={keyActCalls.resetPin}
        start={{ pin: '' }}
        fixed={{ deviceId: of.id }}
        needed="pin"
        done={() => {
          toast('success', t('PIN changed'))
          close()
        }}
      >
        <Text name="pin" label={t('New PIN')} help={t('Follow the PIN rules of your workspace')} autoFocus />
        <Foot save={t('Reset PIN')} cancel={{ do: close }} />
      </Form>
    </Dialog>
  )
}

export function DeleteOwn({ of, close }: OwnAct) {
  return (
    <ConfirmCall
      of={keyActCalls.removeOne}
      input={{ id: of.id }}
      title={t('Delete 1 security key?')}
      keep={t('Keep key')}
      act={t('Delete 1 security key')}
      said={t('Security key deleted')}
      close={close}
    >
      <p>
        <strong>{t('You can no longer sign in with “{name}”.', { name: of.name })}</strong>
      </p>
      <p>{t("You can't undo this. You will receive an email about it.")}</p>
    </ConfirmCall>
  )
}
