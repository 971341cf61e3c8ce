import type { SyncCounts, SyncRow, SyncRun, ThresholdKind } from '@claviger/contract/directories/syncs'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'

const states: Readonly<Record<SyncRun['state'], Omit<StatusLook, 'word'> & { word: string }>> = {
  reading: { word: msg('Reading'), shape: 'quarter', tone: 'accent' },
  braked: { word: msg('Stopped by the safety threshold'), shape: 'triangle', tone: 'warn' },
  applying: { word: msg('Applying'), shape: 'quarter', tone: 'accent' },
  done: { word: msg('Done'), shape: 'disc', tone: 'ok' },
  stopped: { word: msg('Stopped'), shape: 'square', tone: 'warn' },
  failed: { word: msg('Failed'), shape: 'square', tone: 'bad' },
  cancelled: { word: msg('Discarded'), shape: 'dash', tone: 'mute' },
}

export const stateOf = ({ state, undone }: SyncRun): StatusLook =>
  undone ? { word: t('Undone'), shape: 'dash', tone: 'mute' } : { ...states[state], word: t(states[state].word) }

const starters: Readonly<Record<SyncRun['by'], string>> = {
  person: msg('Started by {name}'),
  schedule: msg('Scheduled'),
  workflow: msg('Started by a workflow'),
}

export const startedBy = ({ by, actorName }: SyncRun): string => t(starters[by], { name: actorName })

export const titleOf = (run: SyncRun): string =>
  run.dry ? t('Dry run of {name}', { name: run.connectionName }) : t('Run of {name}', { name: run.connectionName })

export const isRunOpen = ({ state }: SyncRun): boolean => state === 'reading' || state === 'applying'

const counts: readonly [keyof SyncCounts, string][] = [
  ['added', msg('{count, plural, one {# new user} other {# new users}}')],
  ['changed', msg('{count} changed')],
  ['back', msg('{count} returned')],
  ['suspended', msg('{count} disabled in the directory')],
  ['leaving', msg('{count} no longer in the directory')],
  ['unmanaged', msg('{count} not managed by a directory')],
  ['clashes', msg('{count, plural, one {# conflict} other {# conflicts}}')],
  ['refused', msg('{count} not possible')],
  ['groups', msg('{count, plural, one {# group} other {# groups}}')],
  ['groupsLeaving', msg('{count, plural, one {# group} other {# groups}} no longer in the directory')],
  ['memberships', msg('{count, plural, one {# membership} other {# memberships}}')],
  ['same', msg('{count} unchanged')],
]

/** Findings of a run as short phrases; categories with a count of zero are omitted. */
export const foundBy = (run: SyncRun): string[] =>
  counts.flatMap(([name, word]) =>
    run.counts[name] > 0 ? [t(word, { count: run.counts[name], number: count(run.counts[name]) })] : [],
  )

const exceeding: Readonly<Record<ThresholdKind, (found: SyncCounts) => string>> = {
  access: found =>
    t('{count, plural, one {# user} other {# users}} would lose access.', {
      count: found.leaving + found.suspended + found.unmanaged,
    }),
  groups: found => t('{count, plural, one {# group} other {# groups}} would end.', { count: found.groupsLeaving }),
  memberships: found =>
    t('{count, plural, one {# membership} other {# memberships}} would change.', { count: found.memberships }),
  changes: found => t('{count, plural, one {# user} other {# users}} would be changed.', { count: found.changed }),
  additions: found =>
    t('{count, plural, one {# new user} other {# new users}} would be added.', { count: found.added }),
}

/** What of a run exceeds the safety threshold, in sentences. */
export const exceededThresholds = ({ exceeds, counts: found }: SyncRun): string =>
  exceeds.map(kind => exceeding[kind](found)).join(' ')

export const countUsersLosingAccess = ({ counts: found }: SyncRun): number =>
  found.leaving + found.suspended + found.unmanaged

/** Whether a run read everything, so that "no differences" is true. */
export const isRead = ({ state }: Pick<SyncRun, 'state'>): boolean => state === 'done' || state === 'applying'

/** Text of a run without differences. */
export const textWithoutDifferences = ({ state }: Pick<SyncRun, 'state'>): string => {
  if (state === 'reading') return t('Reading the directory…')
  if (isRead({ state })) return t('The directory matches the users and groups here.')
  return t("The directory wasn't read completely, so its changes aren't known.")
}

const plans: Readonly<Record<string, string>> = {
  add: msg('New'),
  link: msg('Linked'),
  change: msg('Changed'),
  back: msg('Returned'),
  suspend: msg('Disabled in the directory'),
  clash: msg('Conflict'),
  barred: msg('Not possible'),
  leave: msg('No longer in the directory'),
}

const doings: Readonly<Record<SyncRow['doing'], string>> = {
  person: msg('User'),
  leave: msg('User'),
  unmanaged: msg('User not managed by a directory'),
  group: msg('Group'),
  'group-leave': msg('Group'),
  members: msg('Members'),
}

export const planOf = (row: Pick<SyncRow, 'doing' | 'plan'>): string =>
  `${t(doings[row.doing])} · ${t(plans[row.plan] ?? row.plan)}`

const outcomes: Readonly<Record<string, string>> = {
  added: msg('Added'),
  changed: msg('Changed'),
  linked: msg('Linked'),
  restored: msg('Returned'),
  suspended: msg('Suspended'),
  ended: msg('Ended'),
  marked: msg('Marked'),
  unchanged: msg('Unchanged'),
  skipped: msg('Skipped'),
  refused: msg('Not done'),
  done: msg('Done'),
}

export const outcomeOf = (row: Pick<SyncRow, 'outcome'>): string =>
  row.outcome === null ? t('Waiting') : t(outcomes[row.outcome] ?? row.outcome)

export const planOptions = Object.entries(plans).map(([value, label]) => ({ value, label }))
