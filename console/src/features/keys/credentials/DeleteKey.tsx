import { credentials } from '@claviger/contract/keys/credentials'
import type { Passkey } from '@claviger/contract/keys/credentials'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Deletes a passkey after asking. */
export function DeleteKey({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const remove = useWrite(credentials.remove, {
    alsoRefresh: ['account'],
    done() {
      toast('success', t('Passkey deleted'))
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Delete 1 passkey?')}
      keep={t('Keep passkey')}
      act={t('Delete 1 passkey')}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ id: passkey.id }, { onError: close })}
    >
      <p>
        <strong>{t('“{name}” no longer signs you in.', { name: passkey.name })}</strong>{' '}
        {t('Sessions that are open stay open.')}
      </p>
      <p>{t('This cannot be undone. We send you a mail about it.')}</p>
    </Confirm>
  )
}
