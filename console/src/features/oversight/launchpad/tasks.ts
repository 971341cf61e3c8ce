import type { account } from '@claviger/contract/access/account'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { Permission } from '@claviger/contract/platform/permissions'
import { t } from '#platform/text/text.ts'

export type Task = OutputOf<typeof account.registerStep.reply>['tasks'][number]

interface Words {
  title: string
  why: string
  act: string
  to: string
  may: Permission
  search?: Record<string, string>
}

const words: Record<Task['id'], (task: Task) => Words> = {
  'add-users': () => ({
    title: t('Add users'),
    why: t('Users are the people who sign in. Add a colleague first to see what they receive.'),
    act: t('Add user'),
    to: '/dashboard/users',
    search: { add: '1' },
    may: 'users.write',
  }),
  'assign-keys': task => ({
    title: t('Assign a key to every user'),
    why: t(
      "Users create their first passkey from the activation email. You can remind users who haven't done this yet.",
    ),
    act:
      task.of > task.done
        ? t('View {number} without a key', { number: task.of - task.done })
        : t('View users without a key'),
    to: '/dashboard/users',
    search: { withoutKey: 'true' },
    may: 'users.read',
  }),
  'second-passkey': () => ({
    title: t('Add your second passkey'),
    why: t("With two passkeys, losing a key or phone doesn't lock you out of your workspace."),
    act: t('Add passkey'),
    to: '/dashboard/addSecurityKey',
    may: 'self',
  }),
}

export const taskOf = (task: Task): Words => words[task.id](task)
