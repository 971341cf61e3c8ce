import { intervals, type Workflow, workflowTypeNames } from '@claviger/contract/automation/workflows/content'
import { rowReasons, runReasons } from '@claviger/contract/automation/workflows/runs'
import { msg, t } from '../../../ground/text/text.ts'
import type { Look } from '../../../ground/ui/bits/Status.tsx'

export const home = '/dashboard/workflows'

export const typeName = (type: number): string => t(workflowTypeNames[type] ?? msg('Unknown'))

/** What each type does, in a sentence. */
export const typeSays: Readonly<Record<number, string>> = {
  0: msg('Makes a passkey at Microsoft Entra ID on the card of each person who has none there.'),
  1: msg('Brings people and their groups from Microsoft Entra ID.'),
  2: msg('Gives people without a key one: by a mailed link, or a card whose number is in an attribute.'),
  3: msg('Keeps a shared account, the computers at which cards open it, and the policy that allows it in step.'),
  4: msg('Brings the list of computers from Microsoft Entra ID, for access policies.'),
  5: msg('Counts each card that somebody enrolls at a card page.'),
  6: msg('Counts each PIN that somebody sets anew at a card page.'),
  7: msg('Makes a passkey at Okta on the card of each person who has none there.'),
  8: msg('Tells people of keys that they do not use, then suspends the keys, then deletes them.'),
  9: msg('Reminds people who have no key that works.'),
}

export const triggerNames: Readonly<Record<string, string>> = {
  schedule: msg('At a time'),
  imported: msg('Somebody new is there'),
  activated: msg('A security key was activated'),
  computer: msg('A computer was registered'),
  page: msg('Somebody uses the card page'),
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

/** What starts a workflow, in words. */
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

export const executionLooks: readonly Look[] = [
  { word: msg('In progress'), shape: 'quarter', tone: 'accent' },
  { word: msg('Success'), shape: 'disc', tone: 'ok' },
  { word: msg('Failure'), shape: 'triangle', tone: 'bad' },
  { word: msg('Skipped'), shape: 'dash', tone: 'mute' },
]

export const resultLooks: Readonly<Record<string, Look>> = {
  done: { word: msg('Done'), shape: 'disc', tone: 'ok' },
  skipped: { word: msg('Skipped'), shape: 'dash', tone: 'mute' },
  failed: { word: msg('Failed'), shape: 'triangle', tone: 'bad' },
}

export const waitingLook: Look = { word: msg('Waiting'), shape: 'ring', tone: 'mute' }

/** Why a run ended as it did. */
export const runReason = (reason: string | null): string =>
  reason === null ? '' : t(runReasons[reason as keyof typeof runReasons] ?? reason)

/** Why a row ended as it did. */
export const rowReason = (reason: string | null): string =>
  reason === null ? '' : t(rowReasons[reason as keyof typeof rowReasons] ?? reason)

/** What would be done to how many. */
export const stepNames: Readonly<Record<string, (count: number) => string>> = {
  link: count => t('{count, plural, one {# person gets} other {# people get}} an activation link', { count }),
  card: count => t('{count, plural, one {# card is} other {# cards are}} assigned', { count }),
  tell: count => t('{count, plural, one {# owner is} other {# owners are}} told', { count }),
  suspend: count => t('{count, plural, one {# key is} other {# keys are}} suspended', { count }),
  delete: count => t('{count, plural, one {# key is} other {# keys are}} deleted', { count }),
  remind: count => t('{count, plural, one {# person is} other {# people are}} reminded', { count }),
  share: () => t('The account is shared and its policy kept'),
  join: count => t('{count, plural, one {# computer joins} other {# computers join}} the group', { count }),
  passkey: count => t('{count, plural, one {# person gets} other {# people get}} a passkey there', { count }),
}
