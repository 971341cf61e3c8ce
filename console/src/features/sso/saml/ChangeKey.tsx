import { saml } from '@claviger/contract/sso/saml'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'

export default function ChangeKey({
  act,
  waiting,
  close,
}: {
  act: 'change' | 'cancel'
  waiting: number
  close: () => void
}) {
  const done = (says: string) => () => {
    toast('success', says)
    close()
  }
  const change = useWrite(saml.change, { done: done(t('Certificate changed')) })
  const cancel = useWrite(saml.cancel, { done: done(t('Certificate withdrawn')) })
  const changing = act === 'change'
  const write = changing ? change : cancel
  return (
    <Confirm
      open
      title={changing ? t('Switch all applications to the new certificate?') : t('Withdraw the new certificate?')}
      keep={t('Keep current')}
      act={changing ? t('Switch certificate') : t('Withdraw certificate')}
      busy={write.isPending}
      close={close}
      confirm={() => write.mutate({}, { onError: close })}
    >
      <p>
        {changing
          ? t(
              "{count, plural, one {# SAML application has not imported the new certificate. Users can't sign in there until it does.} other {# SAML applications have not imported the new certificate. Users can't sign in there until they do.}}",
              { count: waiting },
            )
          : t('Applications that use the new certificate switch back to the current one.')}
      </p>
      <p>{t("You can't undo this.")}</p>
    </Confirm>
  )
}
