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

const words: Record<Task['id'], () => Words> = {
  'people-and-cards': () => ({
    title: t('Add people and cards'),
    why: t('Import a list of users and their access cards, or add a colleague first to see what they receive.'),
    act: t('Import users'),
    to: '/dashboard/users/import',
    may: 'users.write',
  }),
  'card-page': () => ({
    title: t('Publish a card page'),
    why: t('On this page, users enroll their access card and reset its PIN themselves.'),
    act: t('Create card page'),
    to: '/dashboard/security-keys/self-service',
    may: 'workspace.write',
  }),
  application: () => ({
    title: t('Add an application'),
    why: t('Users sign in to it with their key or access card. The catalog contains the usual ones.'),
    act: t('Add application'),
    to: '/dashboard/sso/apps/new',
    may: 'applications.write',
  }),
  'second-administrator': () => ({
    title: t('Add a second administrator'),
    why: t('If you are away or lose your keys, the workspace still has someone who can act.'),
    act: t('Add administrator'),
    to: '/dashboard/admins',
    search: { add: '1' },
    may: 'admins.write',
  }),
  'break-glass': () => ({
    title: t('Create a break-glass code'),
    why: t('Keep it in a safe place. It opens the workspace when no sign-in method works.'),
    act: t('Open authentication profiles'),
    to: '/dashboard/authentication-profile',
    may: 'workspace.transfer',
  }),
  'second-passkey': () => ({
    title: t('Add your second passkey'),
    why: t("With two passkeys, losing a key or phone doesn't lock you out of your workspace."),
    act: t('Add passkey'),
    to: '/dashboard/addSecurityKey',
    may: 'self',
  }),
}

export const taskOf = (task: Task): Words => words[task.id]()
