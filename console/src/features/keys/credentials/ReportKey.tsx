import { credentials } from '@claviger/contract/keys/credentials'
import type { Passkey } from '@claviger/contract/keys/credentials'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Deletes a passkey that is not the person's after asking, also where it is the only one. */
export function ReportKey({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const report = useWrite(credentials.report, {
    alsoRefresh: ['account'],
    done() {
      toast('success', t('Passkey deleted'))
      close()
    },
  })
  return (
    <Confirm
      open
      title={t('Delete 1 passkey that is not yours?')}
      keep={t('Keep passkey')}
      act={t('Delete 1 passkey')}
      busy={report.isPending}
      close={close}
      confirm={() => report.mutate({ id: passkey.id }, { onError: close })}
    >
      <p>
        <strong>{t('“{name}” no longer signs anybody in.', { name: passkey.name })}</strong>
      </p>
      <p>{t('Your administrator sees it in the activity log. We send you a mail about it.')}</p>
    </Confirm>
  )
}
