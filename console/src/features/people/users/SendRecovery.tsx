import { users } from '@claviger/contract/people/users'
import type { ListedUser } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Dialog } from '../../../ground/ui/over/Dialog.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { nameOf } from './status.ts'
import classes from './users.module.css'

/** Says what a recovery email opens, and for how long, before it goes out. */
export default function SendRecovery({ user, close }: { user: ListedUser; close: () => void }) {
  const [name, email] = [nameOf(user), user.email ?? '']
  const send = useWrite(users.sendVerify, {
    done() {
      toast('success', t('Recovery email sent to {email}', { email }))
      close()
    },
  })
  return (
    <Dialog open title={t('Send a recovery email to {name}?', { name })} close={close}>
      <div className={classes.recovery}>
        <p>{t('A link goes to {email}. With it {name} creates a new passkey and signs in.', { email, name })}</p>
        <p>{t('It works once, within a day. Make sure that the person who asked you is {name}.', { name })}</p>
        {user.keys > 0 && <p>{t('Keys that they have go on working. Suspend the lost ones.')}</p>}
      </div>
      <div className="cv-foot">
        <Button variant="default" onClick={close} disabled={send.isPending}>
          {t('Cancel')}
        </Button>
        <Button data-autofocus loading={send.isPending} onClick={() => send.mutate({ id: user.id })}>
          {t('Send recovery email')}
        </Button>
      </div>
    </Dialog>
  )
}
