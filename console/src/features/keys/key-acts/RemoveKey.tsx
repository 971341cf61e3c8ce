import { keyStatus } from '@claviger/contract/keys/security-keys'
import type { SecurityKey } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { t } from '#platform/text/text.ts'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'

export default function RemoveKey({ of, close, gone }: { of: SecurityKey; close: () => void; gone: () => void }) {
  const waits = of.status === keyStatus.pending
  return (
    <ConfirmCall
      of={keyActCalls.takeAway}
      input={{ id: of.owner.id, deviceId: of.id }}
      title={waits ? t('Cancel 1 activation?') : t('Delete 1 security key?')}
      keep={waits ? t('Keep activation') : t('Keep key')}
      act={waits ? t('Cancel 1 activation') : t('Delete 1 security key')}
      said={waits ? t('Activation canceled') : t('Security key deleted')}
      close={close}
      done={gone}
    >
      <p>
        <strong>
          {waits
            ? t('{owner} can no longer activate “{name}”.', { owner: of.owner.name, name: of.name })
            : t('{owner} can no longer sign in with “{name}”.', { owner: of.owner.name, name: of.name })}
        </strong>{' '}
        {of.passkeys > 0 &&
          t('{count, plural, one {Its passkey is} other {Its # passkeys are}} also deleted.', {
            count: of.passkeys,
          })}
      </p>
      {!waits && <p>{t("You can't undo this. To disable a key temporarily, suspend it.")}</p>}
    </ConfirmCall>
  )
}
