import { users } from '@claviger/contract/people/users'
import type { ListedUser } from '@claviger/contract/people/users'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'

export function useSendMail(): { send: (user: ListedUser) => void; busy: boolean } {
  const write = useWrite(users.sendVerify)
  return {
    busy: write.isPending,
    send: user =>
      write.mutate(
        { id: user.id },
        {
          onSuccess: () =>
            toast(
              'success',
              user.email === null
                ? t('Activation email sent to the user')
                : t('Activation email sent to {email}', { email: user.email }),
            ),
        },
      ),
  }
}
