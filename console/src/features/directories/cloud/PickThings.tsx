import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { MultiSelect } from '#platform/ui/fields/MultiSelect.tsx'

export interface DirectoryItem {
  id: string
  name: string
}

interface Found {
  data: { items: readonly DirectoryItem[] } | undefined
  isFetching: boolean
  error: { message: string } | null
}

export const queryOfThings = (application: string, search: string) => ({
  application,
  ...(search !== '' && { search }),
})

export function PickThings({
  label,
  help,
  error,
  value,
  change,
  found,
  ask,
}: {
  label: string
  help?: string
  error?: string | undefined
  value: readonly DirectoryItem[]
  change: (chosen: DirectoryItem[]) => void
  found: Found
  ask: (search: string) => void
}) {
  const [typed, type] = useState('')
  const later = useDebouncedCallback(ask, 300)
  const all = [...value, ...(found.data?.items ?? []).filter(one => !value.some(({ id }) => id === one.id))]
  return (
    <MultiSelect
      size="sm"
      searchable
      openOnFocus={false}
      label={label}
      description={help}
      error={error ?? found.error?.message}
      value={value.map(one => one.id)}
      data={all.map(one => ({ value: one.id, label: one.name === '' ? one.id : one.name }))}
      // Enter only picks: before results arrive it would submit the form, and an empty selection may mean all users
      onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={text => {
        type(text)
        later(text.trim())
      }}
      nothingFoundMessage={found.isFetching ? t('Searching…') : t('No match')}
      placeholder={value.length > 0 ? '' : t('Search by name…')}
      onChange={ids => change(all.filter(one => ids.includes(one.id)))}
    />
  )
}
