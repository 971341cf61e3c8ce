import { groups } from '@claviger/contract/people/groups'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'

const searchDelay = 300

interface PickGroupProps {
  of: { group: string; name: string }
  change: (to: { group: string; name: string }) => void
}

export function PickGroup({ of, change }: PickGroupProps) {
  const [typed, setTyped] = useState(of.name)
  const [search] = useDebouncedValue(typed, searchDelay)
  const found = useRead(
    groups.list,
    { type: 'external', search: search === of.name ? '' : search, pageSize: 20 },
    { keepEarlier: true },
  )
  const options = (found.data?.items ?? []).map(one => ({ value: one.id, label: one.name }))
  const isThere = of.group === '' || options.some(one => one.value === of.group)
  const all = isThere ? options : [{ value: of.group, label: of.name }, ...options]
  return (
    <Select
      label={t('Group')}
      value={of.group === '' ? null : of.group}
      onChange={id => {
        const chosen = all.find(one => one.value === id)
        if (chosen) change({ group: chosen.value, name: chosen.label })
      }}
      data={all}
      filter={({ options: several }) => several}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      placeholder={t('Search groups…')}
      nothingFoundMessage={found.isFetching || typed !== search ? t('Searching…') : t('No matching groups')}
    />
  )
}
