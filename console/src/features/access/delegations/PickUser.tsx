import { users } from '@claviger/contract/people/users'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'

const searchDelay = 500

export function PickUser({ label, change }: { label: string; change: (id: string | null) => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const [search] = useDebouncedValue(typed, searchDelay)
  const found = useRead(users.ids, { search: search === chosen?.label ? '' : search }, { keepEarlier: true })
  const options = (found.data?.items ?? []).map(user => ({ value: user.id, label: `${user.name} · ${user.userId}` }))
  const all = chosen && !options.some(one => one.value === chosen.value) ? [chosen, ...options] : options
  return (
    <Select
      size="md"
      label={label}
      value={chosen?.value ?? null}
      onChange={id => {
        setChosen(all.find(one => one.value === id) ?? null)
        change(id)
      }}
      data={all}
      filter={({ options: several }) => several}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      placeholder={t('Search name, user ID, email…')}
      nothingFoundMessage={found.isFetching || typed !== search ? t('Searching…') : t('No users match')}
    />
  )
}
