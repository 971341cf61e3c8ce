import type { User } from '@claviger/contract/people/users'
import { userStatus } from '@claviger/contract/people/users'
import { msg, t } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'
import { dayOf } from '#platform/text/formats.ts'

interface UserLook extends StatusLook {
  color: string
  waiting?: boolean
}

const looks: Record<number, UserLook> = {
  [userStatus.notSet]: { word: msg('Not set'), shape: 'ring', tone: 'mute', color: 'var(--cv-mute-dot)' },
  [userStatus.newUser]: {
    word: msg('New user'),
    shape: 'ring',
    tone: 'accent',
    color: 'var(--cv-accent-text)',
    waiting: true,
  },
  [userStatus.active]: { word: msg('Active'), shape: 'disc', tone: 'ok', color: 'var(--cv-ok-dot)' },
  [userStatus.pending]: {
    word: msg('Pending'),
    shape: 'ring',
    tone: 'warn',
    color: 'var(--cv-warn-dot)',
    waiting: true,
  },
  [userStatus.noDevice]: { word: msg('No key'), shape: 'triangle', tone: 'warn', color: 'var(--cv-warn-dot)' },
  [userStatus.suspended]: { word: msg('Suspended'), shape: 'square', tone: 'bad', color: 'var(--cv-bad-dot)' },
  [userStatus.needLicense]: {
    word: msg('License needed'),
    shape: 'triangle',
    tone: 'warn',
    color: 'var(--cv-chart-4)',
  },
}

const strange: UserLook = { word: msg('Unknown'), shape: 'ring', tone: 'mute', color: 'var(--cv-mute-dot)' }

export function lookOf(status: number): UserLook {
  const look = looks[status] ?? strange
  return { ...look, word: t(look.word) }
}

const statuses: readonly number[] = [
  userStatus.active,
  userStatus.newUser,
  userStatus.pending,
  userStatus.noDevice,
  userStatus.suspended,
  userStatus.needLicense,
]

/** The statuses that users can have. Without billing there are no license limits, so that status is left out. */
export const statusesFor = ({ billing }: { billing: boolean }): readonly number[] =>
  statuses.filter(status => billing || status !== userStatus.needLicense)

export function reasonOf(user: Pick<User, 'status' | 'keys' | 'invitedAt'>): string {
  switch (user.status) {
    case userStatus.active:
      return t('This user signs in with {count, plural, one {# key} other {# keys}}.', { count: user.keys })
    case userStatus.newUser:
      return t('This user has no key yet, and no activation email was sent.')
    case userStatus.pending:
      return user.invitedAt === null
        ? t("A key hasn't been activated yet.")
        : t("The activation email was sent on {day}. The user hasn't responded yet.", { day: dayOf(user.invitedAt) })
    case userStatus.noDevice:
      return t("This user no longer has a key. They can't sign in until you assign a new one.")
    case userStatus.suspended:
      return t("Suspended. None of this user's keys work.")
    case userStatus.needLicense:
      return t("This user can't become active because no license is available.")
    default:
      return t("This user's status is unknown.")
  }
}

/** Label of the button for this status's next step; null if there is none. */
export function nextStep(user: Pick<User, 'email' | 'status'>): string | null {
  if (user.email === null) return null
  if (user.status === userStatus.pending) return t('Resend activation email')
  if (user.status === userStatus.newUser || user.status === userStatus.noDevice) return t('Send activation email')
  return null
}

/** Can a user of this status need a recovery email, in addition to the next step? */
export const mayBeLost = (user: Pick<User, 'email' | 'status'>): boolean =>
  user.email !== null &&
  [userStatus.active, userStatus.noDevice, userStatus.needLicense].some(one => one === user.status)

export const nameOf = (user: Pick<User, 'firstName' | 'lastName' | 'userId'>): string =>
  `${user.firstName} ${user.lastName}`.trim() || user.userId

export const sources: Record<number, string> = { 1: msg('Local'), 2: 'Entra ID', 3: 'Okta', 4: 'LDAP', 5: 'SCIM' }

export const sourceOf = (source: number): string => t(sources[source] ?? msg('Another directory'))
