import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { useSession } from '#shell/session.tsx'
import { kinds, statuses } from '#features/keys/key-labels.ts'

const asOptions = (items: readonly { id: string; name: string }[] | undefined) =>
  (items ?? []).map(({ id, name }) => ({ value: id, label: name }))

const fixed = (): FilterDefinition[] => [
  {
    name: 'type',
    label: msg('Type'),
    several: true,
    options: kinds.map(({ value, label }) => ({ value: String(value), label })),
  },
  { name: 'status', label: msg('Status'), several: true, options: statuses },
  {
    name: 'unusedDays',
    label: msg('Not used for'),
    options: [30, 90, 180, 365].map(days => ({ value: String(days), label: t('{days} days', { days }) })),
    named: true,
  },
  {
    name: 'pinless',
    label: msg('PIN'),
    options: [
      { value: 'true', label: msg('Without a PIN') },
      { value: 'false', label: msg('With a PIN') },
    ],
  },
  {
    name: 'blocked',
    label: msg('Blocked'),
    options: [
      { value: 'true', label: msg('Yes') },
      { value: 'false', label: msg('No') },
    ],
  },
]

/** Filters of the key list; models, groups, and units appear only if there are any. */
export function useKeyFilters(): readonly FilterDefinition[] {
  const { can } = useSession()
  const counts = useRead(securityKeys.counts, {}, { quiet: true })
  const ofGroups = useRead(groups.ids, {}, { when: can('groups.read'), quiet: true, fresh: 60_000 })
  const ofUnits = useRead(units.names, {}, { when: can('units.read'), quiet: true, fresh: 60_000 })
  const models = (counts.data?.byModel ?? []).map(({ aaguid, name }) => ({ value: aaguid, label: name }))
  const open: FilterDefinition[] = [
    { name: 'model', label: msg('Model'), named: true, options: models },
    { name: 'group', label: msg('Group'), named: true, options: asOptions(ofGroups.data?.items) },
    { name: 'unit', label: msg('Unit'), named: true, options: asOptions(ofUnits.data?.items) },
  ]
  return [...fixed(), ...open.filter(({ options }) => options.length > 0)]
}
