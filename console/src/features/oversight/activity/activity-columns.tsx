import { activityStatus, type Activity } from '@claviger/contract/oversight/activity'
import { Box } from '@mantine/core'
import { msg, t } from '#platform/text/text.ts'
import { Initials } from '#platform/ui/bits/Initials.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { Line, Result } from './Line.tsx'
import { labelOf } from './sentences.ts'
import classes from './activity.module.css'

export const activityColumns = (fresh: (id: string) => boolean): readonly Column<Activity>[] => [
  {
    name: 'at',
    label: msg('Time'),
    width: '128px',
    cell: entry => (
      <span className={fresh(entry.id) ? classes.fresh : undefined}>
        <When at={entry.at} />
      </span>
    ),
    text: entry => entry.at,
  },
  {
    name: 'person',
    label: msg('User'),
    fixed: true,
    cell: entry => (
      <span className="cv-named">
        <Initials name={entry.actorName} />
        <span className="cv-cut">{entry.actorName}</span>
      </span>
    ),
    text: entry => entry.actorName,
  },
  { name: 'action', label: msg('Action'), cell: entry => <Action entry={entry} />, text: actionInFull },
  { name: 'object', label: msg('Object'), width: '104px', text: entry => entry.objectName ?? '' },
  { name: 'site', label: msg('Site'), width: '130px', text: entry => entry.site ?? '' },
  { name: 'computer', label: msg('Computer'), width: '112px', text: entry => entry.computer?.name ?? '' },
  { name: 'device', label: msg('Device'), hidden: true, text: entry => entry.device ?? '' },
  {
    name: 'ip',
    label: msg('IP address'),
    width: '112px',
    cell: entry => <span className="cv-mono">{entry.ip || '—'}</span>,
    text: entry => entry.ip ?? '',
  },
  {
    name: 'result',
    label: msg('Result'),
    width: '128px',
    cell: entry => <Result status={entry.status} />,
    text: entry => (entry.status === activityStatus.succeeded ? t('Succeeded') : t('Failed')),
  },
]

export const nameOfEntry = (entry: Activity): string =>
  [labelOf(entry.action), entry.actorName, ...(entry.steps ? [wayOf(entry.steps)] : [])].join(', ')

function wayOf(steps: NonNullable<Activity['steps']>): string {
  const refused = steps.filter(({ status }) => status !== activityStatus.succeeded).length
  return refused > 0
    ? t('after {count, plural, one {# refusal} other {# refusals}}', { count: refused })
    : t('{count, plural, one {# step} other {# steps}} before it', { count: steps.length })
}

const actionInFull = ({ action, reason }: Activity): string =>
  reason === null ? labelOf(action) : t('{action}: {reason}', { action: labelOf(action), reason })

function Action({ entry }: { entry: Activity }) {
  const said =
    entry.reason === null ? labelOf(entry.action) : <span title={actionInFull(entry)}>{actionInFull(entry)}</span>
  if (!entry.steps)
    return (
      <Box component="span" className="cv-cut" display="block" maw={210}>
        {said}
      </Box>
    )
  return (
    <span className="cv-named">
      <span className="cv-cut">{said}</span>
      <Tag tone={entry.steps.some(({ status }) => status !== activityStatus.succeeded) ? 'warn' : 'mute'}>
        {wayOf(entry.steps)}
      </Tag>
    </span>
  )
}

export const activityLines = (entry: Activity): PhoneRow => ({
  name: entry.actorName,
  status: <Result status={entry.status} />,
  second: <Line entry={entry} nameless />,
  secondRight: <When at={entry.at} />,
  ...(entry.reason !== null && { third: <span className="cv-bad">{entry.reason}</span> }),
  ...(entry.steps && { third: wayOf(entry.steps) }),
})
