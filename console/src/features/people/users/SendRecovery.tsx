import { users } from '@claviger/contract/people/users'
import type { ListedUser } from '@claviger/contract/people/users'
import { Button, Stack } from '@mantine/core'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { nameOf } from './user-status.ts'

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
      <Stack gap={8}>
        <p>
          {t('A link is sent to {email}. With this link, {name} can create a new passkey and sign in.', {
            email,
            name,
          })}
        </p>
        <p>
          {t('The link works once within 24 hours. Make sure that the request really comes from {name}.', { name })}
        </p>
        {user.keys > 0 && <p>{t('Existing keys continue to work. Suspend any lost keys.')}</p>}
      </Stack>
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
