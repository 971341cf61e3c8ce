import { users } from '@claviger/contract/people/users'
import type { ListedUser } from '@claviger/contract/people/users'
import { Box, Group } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useWrite } from '#platform/data/useWrite.ts'
import { msg, t, Trans } from '#platform/text/text.ts'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Dependents, useDependents } from '../dependents/Dependents.tsx'
import { LostApiKeysOf } from '#features/tenancy/administrators/LostApiKeys.tsx'
import { nameOf } from './user-status.ts'
import { useRestore } from './useRestore.ts'

export default function DeleteUser({ user, close, gone }: { user: ListedUser; close: () => void; gone?: () => void }) {
  const restore = useRestore()
  const name = nameOf(user)
  const found = useDependents('user', [user.id])
  const remove = useWrite(users.remove, {
    done() {
      const undo = () => void restore({ id: user.id, name })
      toast('success', t('{name} deleted', { name }), { action: { label: t('Undo'), do: undo } })
      close()
      gone?.()
    },
  })
  const loses =
    user.keys === 0
      ? msg('<0>{name} can no longer sign in.</0> Open sessions end immediately.')
      : msg('<0>{name} loses access to {count, plural, one {# key} other {# keys}}.</0> Open sessions end immediately.')
  return (
    <Confirm
      open
      title={t('Delete 1 user?')}
      keep={t('Keep user')}
      act={t('Delete 1 user')}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ id: user.id, ...found.seen })}
    >
      <p>
        <Trans
          id={loses}
          values={{ name, count: user.keys }}
          components={[<Box key="loses" component="b" c="bright" />]}
        />
      </p>
      <LostApiKeysOf administrator={user.id} />
      <ul className="cv-panel cv-quiet">
        <Group component="li" className="cv-wrap" gap="0 12px" justify="space-between" align="stretch" p="8px 12px">
          <b>{name}</b> <span>{user.userId}</span>
        </Group>
      </ul>
      <Dependents of={found} />
      <Group component="p" gap={8} wrap="nowrap">
        <IconArrowBackUp size={16} stroke={1.7} aria-hidden />
        {t('You can undo this immediately, or restore the user under “Deleted users” for 30 days.')}
      </Group>
    </Confirm>
  )
}
