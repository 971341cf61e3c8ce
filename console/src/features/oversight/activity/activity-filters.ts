import type { methodActions } from '@claviger/contract/oversight/activity'
import { activityActions, logActions } from '@claviger/contract/oversight/log-actions'
import { msg, t } from '#platform/text/text.ts'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { momentOf } from '#platform/text/formats.ts'

function midnight(daysAgo: number): string {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).toISOString()
}

const methods: Record<keyof typeof methodActions, string> = {
  passkey: msg('Passkey'),
  card: msg('Access card'),
  phone: msg('Phone approval'),
  email: msg('Email code or link'),
  telephone: msg('Text message or call'),
  password: msg('Password'),
  provider: msg('Identity provider'),
}

export interface NamedOption {
  id: string
  name: string
}

/** Filters of uses: by method, key, application, and place. */
function filtersOfUses(applications: readonly NamedOption[]): FilterDefinition[] {
  const typed = (placeholder: string) => ({ options: [], typed: { placeholder, most: 100 } })
  return [
    {
      name: 'method',
      label: msg('Sign-in method'),
      several: true,
      options: Object.entries(methods).map(([value, label]) => ({ value, label })),
    },
    { name: 'key', label: msg('Key'), ...typed(msg('Key, owner, or card number')) },
    ...(applications.length === 0
      ? []
      : [
          {
            name: 'application',
            label: msg('Application'),
            named: true,
            options: applications.map(({ id, name }) => ({ value: id, label: name })),
          },
        ]),
    { name: 'computer', label: msg('Computer'), ...typed(msg('Name of a computer')) },
  ]
}

/** The log's filters; a custom start time is added as a separate option. */
export function activityFilters(
  kind: 'use' | 'change' | null,
  from: string | undefined,
  applications: readonly NamedOption[] = [],
): readonly FilterDefinition[] {
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
    ...(kind === 'change' ? [] : filtersOfUses(applications)),
    { name: 'address', label: msg('IP address'), options: [], typed: { placeholder: '10.20.4.31', most: 45 } },
  ]
}
