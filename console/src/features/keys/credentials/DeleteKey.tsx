import { credentials } from '@claviger/contract/keys/credentials'
import type { Passkey } from '@claviger/contract/keys/credentials'
import { t } from '../../../ground/text/text.ts'
import { ConfirmCall } from '../../../ground/ui/over/ConfirmCall.tsx'

/** Deletes a passkey after asking; one that is not the person's also where it is the only one. */
export function DeleteKey({ passkey, own, close }: { passkey: Passkey; own: boolean; close: () => void }) {
  return (
    <ConfirmCall
      of={own ? credentials.remove : credentials.report}
      input={{ id: passkey.id }}
      title={own ? t('Delete 1 passkey?') : t('Delete 1 passkey that is not yours?')}
      keep={t('Keep passkey')}
      act={t('Delete 1 passkey')}
      said={t('Passkey deleted')}
      close={close}
    >
      {own ? (
        <>
          <p>
            <strong>{t('“{name}” no longer signs you in.', { name: passkey.name })}</strong>{' '}
            {t('Sessions that it opened end at once.')}
          </p>
          <p>{t('This cannot be undone. We send you a mail about it.')}</p>
        </>
      ) : (
        <>
          <p>
            <strong>{t('“{name}” no longer signs anybody in.', { name: passkey.name })}</strong>
          </p>
          <p>{t('Your administrator sees it in the activity log. We send you a mail about it.')}</p>
        </>
      )}
    </ConfirmCall>
  )
}
