import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { useRead } from '#platform/data/useRead.ts'
import { msg } from '#platform/text/text.ts'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { useSession } from '#shell/session.tsx'
import { lookOf, sources, statusesFor } from '../user-status.ts'

const asOptions = (items: readonly { id: string; name: string }[] | undefined) =>
  (items ?? []).map(({ id, name }) => ({ value: id, label: name }))

const fixed = (statuses: readonly number[]): FilterDefinition[] => [
  {
    name: 'status',
    label: msg('Status'),
    several: true,
    options: statuses.map(status => ({ value: String(status), label: lookOf(status).word })),
  },
  { name: 'withoutKey', label: msg('Keys'), options: [{ value: 'true', label: msg('None') }] },
  {
    name: 'source',
    label: msg('Source'),
    options: Object.entries(sources).map(([value, label]) => ({ value, label })),
  },
]

/** Filters of the user list; groups and units appear only if there are any. */
export function useUserFilters(): readonly FilterDefinition[] {
  const { can, me } = useSession()
  const ofGroups = useRead(groups.ids, {}, { when: can('groups.read'), quiet: true, fresh: 60_000 })
  const ofUnits = useRead(units.names, {}, { when: can('units.read'), quiet: true, fresh: 60_000 })
  const open: FilterDefinition[] = [
    { name: 'group', label: msg('Group'), named: true, options: asOptions(ofGroups.data?.items) },
    { name: 'unit', label: msg('Unit'), named: true, options: asOptions(ofUnits.data?.items) },
  ]
  return [...fixed(statusesFor(me)), ...open.filter(({ options }) => options.length > 0)]
}
