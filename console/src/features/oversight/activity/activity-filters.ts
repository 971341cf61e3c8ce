import { activityActions, logActions } from '@claviger/contract/oversight/log-actions'
import { msg, t } from '#platform/text/text.ts'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { momentOf } from '#platform/text/formats.ts'

function midnight(daysAgo: number): string {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).toISOString()
}

/** The log's filters; a custom start time is added as an option of its own. */
export function activityFilters(kind: 'use' | 'change' | null, from: string | undefined): readonly FilterDefinition[] {
  const times: { value: string; label: string }[] = [
    { value: midnight(0), label: msg('Today') },
    { value: midnight(1), label: msg('Since yesterday') },
    { value: midnight(6), label: msg('Last 7 days') },
    { value: midnight(29), label: msg('Last 30 days') },
  ]
  if (from !== undefined && !times.some(({ value }) => value === from))
    times.push({ value: from, label: t('Since {moment}', { moment: momentOf(from) }) })
  const actions = activityActions.filter(
    action => kind === null || (logActions[action].use === true) === (kind === 'use'),
  )
  return [
    {
      name: 'status',
      label: msg('Result'),
      options: [
        { value: '1', label: msg('Succeeded') },
        { value: '2', label: msg('Failed') },
      ],
    },
    {
      name: 'action',
      label: msg('Action'),
      several: true,
      options: actions.map(action => ({ value: action, label: logActions[action].label })),
    },
    { name: 'from', label: msg('Time'), options: times },
  ]
}
