import { users } from '@claviger/contract/people/users'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { MultiSelect } from '#platform/ui/fields/MultiSelect.tsx'

const searchDelay = 500

export function PickPeople({
  label,
  value,
  change,
  autoFocus = false,
  error,
}: {
  label: string
  value: readonly string[]
  change: (ids: string[]) => void
  autoFocus?: boolean
  error?: string | undefined
}) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, searchDelay)
  const [known, setKnown] = useState<Record<string, string>>({})
  const found = useRead(users.ids, { search }, { keepEarlier: true })
  const options = (found.data?.items ?? []).map(user => ({ value: user.id, label: `${user.name} · ${user.userId}` }))
  const kept = value
    .filter(id => !options.some(option => option.value === id))
    .map(id => ({ value: id, label: known[id] ?? id }))
  const all = [...kept, ...options]
  return (
    <MultiSelect
      size="sm"
      label={label}
      value={[...value]}
      error={error}
      onChange={ids => {
        setKnown(Object.fromEntries(all.map(option => [option.value, option.label])))
        change(ids)
      }}
      data={all}
      filter={({ options: several }) => several}
      searchable
      // Opening on focus would cover the content below as soon as the drawer opens
      openOnFocus={false}
      searchValue={typed}
      onSearchChange={setTyped}
      placeholder={value.length > 0 ? '' : t('Search name, user ID, email…')}
      nothingFoundMessage={found.isFetching || typed !== search ? t('Searching…') : t('No users match')}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
    />
  )
}
