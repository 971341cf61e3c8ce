import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { useRead } from '../../../../ground/data/useRead.ts'
import type { Filter } from '../../../../ground/ui/filters/filters.ts'
import { useSession } from '../../../../shell/session.tsx'
import { lookOf, sources, statuses } from '../status.ts'

const asOptions = (items: readonly { id: string; name: string }[] | undefined) =>
  (items ?? []).map(({ id, name }) => ({ value: id, label: name }))

const fixed: readonly Filter[] = [
  {
    name: 'status',
    label: 'Status',
    several: true,
    options: statuses.map(status => ({ value: String(status), label: lookOf(status).word })),
  },
  { name: 'withoutKey', label: 'Keys', options: [{ value: 'true', label: 'None' }] },
  { name: 'source', label: 'Source', options: Object.entries(sources).map(([value, label]) => ({ value, label })) },
]

/** The filters of the user list; groups and units only where there are some to choose from. */
export function useUserFilters(): readonly Filter[] {
  const { can } = useSession()
  const ofGroups = useRead(groups.ids, {}, { when: can('groups.read'), quiet: true, fresh: 60_000 })
  const ofUnits = useRead(units.names, {}, { when: can('units.read'), quiet: true, fresh: 60_000 })
  const open: Filter[] = [
    { name: 'group', label: 'Group', options: asOptions(ofGroups.data?.items) },
    { name: 'unit', label: 'Unit', options: asOptions(ofUnits.data?.items) },
  ]
  return [...fixed, ...open.filter(({ options }) => options.length > 0)]
}
