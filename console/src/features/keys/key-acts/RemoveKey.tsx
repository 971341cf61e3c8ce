import { keyStatus } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Deletes a key, or cancels its activation, after asking. */
export default function RemoveKey({ of, close, gone }: { of: SecurityKey; close: () => void; gone: () => void }) {
  const waits = of.status === keyStatus.pending
  const remove = useWrite(keyActCalls.takeAway, {
    done() {
      toast('success', waits ? t('Activation cancelled') : t('Security key deleted'))
      close()
      gone()
    },
  })
  return (
    <Confirm
      open
      title={waits ? t('Cancel 1 activation?') : t('Delete 1 security key?')}
      keep={waits ? t('Keep it waiting') : t('Keep key')}
      act={waits ? t('Cancel 1 activation') : t('Delete 1 security key')}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ id: of.owner.id, deviceId: of.id }, { onError: close })}
    >
      <p>
        <strong>
          {waits
            ? t('{owner} can no longer activate “{name}”.', { owner: of.owner.name, name: of.name })
            : t('{owner} can no longer sign in with “{name}”.', { owner: of.owner.name, name: of.name })}
        </strong>{' '}
        {of.passkeys > 0 &&
          t('{count, plural, one {Its passkey is} other {Its # passkeys are}} deleted with it.', {
            count: of.passkeys,
          })}
      </p>
      {!waits && <p>{t('This cannot be undone. To stop a key for a while, suspend it.')}</p>}
    </Confirm>
  )
}
