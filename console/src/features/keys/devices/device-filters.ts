import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'

/** Filters of the device lists; the group filter appears only if groups exist. */
export function useDeviceFilters(): readonly FilterDefinition[] {
  const groups = useRead(deviceGroups.list, { pageSize: 100 }, { quiet: true, fresh: 60_000 })
  const options = (groups.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const fixed: FilterDefinition[] = [
    {
      name: 'offline',
      label: msg('Offline uses'),
      options: [
        { value: 'true', label: msg('Allowed') },
        { value: 'false', label: msg('Not allowed') },
      ],
    },
    {
      name: 'silentDays',
      label: msg('Not seen for'),
      options: [7, 30, 90].map(days => ({ value: String(days), label: t('{days} days', { days }) })),
      named: true,
    },
  ]
  return options.length === 0 ? fixed : [...fixed, { name: 'group', label: msg('Group'), named: true, options }]
}
