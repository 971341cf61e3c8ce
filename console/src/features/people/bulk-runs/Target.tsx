import { groupTypes, groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { NativeSelect } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'

export interface TargetProps {
  act: 'add-to-group' | 'add-to-unit'
  value: string | null
  choose: (id: string | null) => void
}

export function Target({ act, value, choose }: TargetProps) {
  const ofGroups = useRead(groups.ids, {}, { when: act === 'add-to-group' })
  const ofUnits = useRead(units.names, {}, { when: act === 'add-to-unit' })
  const label = act === 'add-to-group' ? t('Group') : t('Organization unit')
  // Only local groups without a rule accept members manually
  const items =
    act === 'add-to-group'
      ? ofGroups.data?.items.filter(group => group.type === groupTypes.internal && !group.byRule)
      : ofUnits.data?.items
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: t('Choose…') }, ...(items ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
      value={value ?? ''}
      onChange={event => choose(event.currentTarget.value || null)}
    />
  )
}
