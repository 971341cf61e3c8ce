import { intervals, type Workflow, workflowTypeNames } from '@claviger/contract/automation/workflows/workflow-content'
import { rowReasons, runReasons } from '@claviger/contract/automation/workflows/workflow-runs'
import { msg, t } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'

export const home = '/dashboard/workflows'

export const typeName = (type: number): string => t(workflowTypeNames[type] ?? msg('Unknown'))

export const typeDescriptions: Readonly<Record<number, string>> = {
  0: msg("Creates a passkey at Microsoft Entra ID on the card of each user who doesn't have one there."),
  1: msg('Imports users and their groups from Microsoft Entra ID.'),
  2: msg('Assigns a key to users without one: by an emailed link, or a card whose number is in an attribute.'),
  3: msg('Keeps a shared account, its computers, and the access policy for it in sync.'),
  4: msg('Imports the list of computers from Microsoft Entra ID for use in access policies.'),
  5: msg('Counts each card enrolled on a card page.'),
  6: msg('Counts each PIN reset on a card page.'),
  7: msg("Creates a passkey at Okta on the card of each user who doesn't have one there."),
  8: msg('Notifies users about unused keys, then suspends the keys, and later deletes them.'),
  9: msg("Reminds users who don't have a usable key."),
}

export const triggerNames: Readonly<Record<string, string>> = {
  schedule: msg('On a schedule'),
  imported: msg('A user was added'),
  activated: msg('A security key was activated'),
  computer: msg('A computer was registered'),
  page: msg('The card page is used'),
}

export const intervalNames: readonly string[] = [msg('Hourly'), msg('Daily'), msg('Weekly'), msg('Monthly')]

export const dayNames: readonly string[] = [
  msg('Sunday'),
  msg('Monday'),
  msg('Tuesday'),
  msg('Wednesday'),
  msg('Thursday'),
  msg('Friday'),
  msg('Saturday'),
]

const two = (n: number | null) => String(n ?? 0).padStart(2, '0')

export function triggerOf({ trigger, scheduleInterval, hour, minute, day }: Workflow): string {
  if (trigger !== 'schedule') return t(triggerNames[trigger] ?? msg('Unknown'))
  const at = `${two(hour)}:${two(minute)}`
  if (scheduleInterval === intervals.hourly) return t('Hourly, at minute {minute}', { minute: two(minute) })
  if (scheduleInterval === intervals.daily) return t('Daily at {at}', { at })
  if (scheduleInterval === intervals.weekly) return t('{day} at {at}', { day: t(dayNames[day ?? 0] ?? ''), at })
  return day === 31
    ? t('Last day of the month at {at}', { at })
    : t('Day {day} of the month at {at}', { day: String(day), at })
}

export const executionLooks: readonly StatusLook[] = [
  { word: msg('In progress'), shape: 'quarter', tone: 'accent' },
  { word: msg('Success'), shape: 'disc', tone: 'ok' },
  { word: msg('Failure'), shape: 'triangle', tone: 'bad' },
  { word: msg('Skipped'), shape: 'dash', tone: 'mute' },
]

export const resultLooks: Readonly<Record<string, StatusLook>> = {
  done: { word: msg('Done'), shape: 'disc', tone: 'ok' },
  skipped: { word: msg('Skipped'), shape: 'dash', tone: 'mute' },
  failed: { word: msg('Failed'), shape: 'triangle', tone: 'bad' },
}

export const waitingLook: StatusLook = { word: msg('Waiting'), shape: 'ring', tone: 'mute' }

export const describeRunReason = (reason: string | null): string =>
  reason === null ? '' : t(runReasons[reason as keyof typeof runReasons] ?? reason)

export const describeRowReason = (reason: string | null): string =>
  reason === null ? '' : t(rowReasons[reason as keyof typeof rowReasons] ?? reason)

export const stepNames: Readonly<Record<string, (count: number) => string>> = {
  link: count => t('{count, plural, one {# user receives} other {# users receive}} an activation link', { count }),
  card: count => t('{count, plural, one {# card is} other {# cards are}} assigned', { count }),
  tell: count => t('{count, plural, one {# owner is} other {# owners are}} notified', { count }),
  suspend: count => t('{count, plural, one {# key is} other {# keys are}} suspended', { count }),
  delete: count => t('{count, plural, one {# key is} other {# keys are}} deleted', { count }),
  remind: count => t('{count, plural, one {# user is} other {# users are}} reminded', { count }),
  share: () => t('The account is shared, and its policy is updated'),
  join: count => t('{count, plural, one {# computer is} other {# computers are}} added to the group', { count }),
  passkey: count => t('{count, plural, one {# user gets} other {# users get}} a passkey there', { count }),
}
