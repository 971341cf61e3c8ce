import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'

/** A workspace, searched by name or address. */
export function WorkspacePick({
  value,
  error,
  change,
}: {
  value: string
  error: string | undefined
  change: (id: string) => void
}) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 250)
  const list = useRead(workspaces.all, { search, pageSize: 20 }, { quiet: true, keepEarlier: true })
  return (
    <Select
      label={t('Workspace')}
      placeholder={t('Search name or address…')}
      data={(list.data?.items ?? []).map(({ id, name, slug }) => ({ value: id, label: `${name} (${slug})` }))}
      filter={({ options }) => options}
      searchable
      searchValue={text}
      onSearchChange={setText}
      value={value === '' ? null : value}
      error={error}
      nothingFoundMessage={t('No match')}
      onChange={id => change(id ?? '')}
    />
  )
}
