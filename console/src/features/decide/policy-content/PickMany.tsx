import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { MultiSelect } from '#platform/ui/fields/MultiSelect.tsx'
import { Select } from '#platform/ui/fields/Select.tsx'
import { useNames } from './known-names.ts'
import type { Source } from './name-sources.ts'

const searchDelay = 300

export interface PickProps {
  label: string
  from: Source
  help?: string
  error?: string | undefined
  placeholder?: string
}

interface Options {
  typed: string
  type: (text: string) => void
  data: { value: string; label: string }[]
  nothing: string
}

function useOptions(from: Source, chosen: readonly string[]): Options {
  const [typed, type] = useState('')
  const [search] = useDebouncedValue(typed.trim(), searchDelay)
  const found = useRead(from.of, from.ask(search), { keepEarlier: true, quiet: true })
  const items = found.data === undefined ? [] : from.options(found.data as never, search)
  const { of } = useNames()
  const kept = chosen
    .filter(id => !items.some(({ value }) => value === id))
    .map(value => ({ value, label: of(value) ?? t('deleted item') }))
  const nothing = found.isFetching || typed.trim() !== search ? t('Searching…') : t('No match')
  return { typed, type, data: [...kept, ...items], nothing }
}

const shared = { size: 'sm', searchable: true, openOnFocus: false } as const

export function PickMany({
  label,
  from,
  value,
  change,
  help,
  error,
  placeholder,
}: PickProps & { value: readonly string[]; change: (ids: string[]) => void }) {
  const { typed, type, data, nothing } = useOptions(from, value)
  const { know } = useNames()
  return (
    <MultiSelect
      {...shared}
      label={label}
      description={help}
      error={error}
      value={[...value]}
      data={data}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={type}
      nothingFoundMessage={nothing}
      placeholder={value.length > 0 ? '' : (placeholder ?? t('Search by name…'))}
      onChange={ids => {
        know(Object.fromEntries(data.filter(one => ids.includes(one.value)).map(one => [one.value, one.label])))
        change(ids)
      }}
    />
  )
}

export function PickOne({
  label,
  from,
  value,
  change,
  help,
  error,
  placeholder,
}: PickProps & { value: string | null; change: (id: string | null) => void }) {
  const { typed, type, data, nothing } = useOptions(from, value === null ? [] : [value])
  const { know } = useNames()
  return (
    <Select
      {...shared}
      label={label}
      description={help}
      error={error}
      value={value}
      data={data}
      clearable
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={type}
      nothingFoundMessage={nothing}
      placeholder={placeholder ?? t('Any')}
      clearButtonProps={{ 'aria-label': t('Clear {field}', { field: label }) }}
      onChange={(id, option) => {
        if (id !== null && option !== null) know({ [id]: option.label })
        change(id)
      }}
    />
  )
}
