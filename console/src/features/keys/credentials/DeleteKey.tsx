import { credentials } from '@claviger/contract/keys/credentials'
import type { Passkey } from '@claviger/contract/keys/credentials'
import { t } from '#platform/text/text.ts'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'

export function DeleteKey({ passkey, own, close }: { passkey: Passkey; own: boolean; close: () => void }) {
  return (
    <ConfirmCall
      of={own ? credentials.remove : credentials.report}
      input={{ id: passkey.id }}
      title={own ? t('Delete 1 passkey?') : t("Delete 1 passkey that isn't yours?")}
      keep={t('Keep passkey')}
      act={t('Delete 1 passkey')}
      said={t('Passkey deleted')}
      close={close}
    >
      {own ? (
        <>
          <p>
            <strong>{t('You can no longer sign in with “{name}”.', { name: passkey.name })}</strong>{' '}
            {t('Sessions started with it end immediately.')}
          </p>
          <p>{t("You can't undo this. You will receive an email about it.")}</p>
        </>
      ) : (
        <>
          <p>
            <strong>{t('“{name}” can no longer be used to sign in.', { name: passkey.name })}</strong>
          </p>
          <p>{t('Your administrator can see this in the activity log. You will receive an email about it.')}</p>
        </>
      )}
    </ConfirmCall>
  )
}
