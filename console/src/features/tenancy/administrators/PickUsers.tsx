import { administrators } from '@claviger/contract/tenancy/administrators'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { MultiSelect } from '#platform/ui/fields/MultiSelect.tsx'
import { useField } from '#platform/ui/form/context.ts'
import type { AdministeredWorkspace } from './administered-workspace.ts'

const searchDelay = 500

function useCandidates(search: string, within: AdministeredWorkspace | undefined) {
  const id = within?.id ?? ''
  const own = useRead(administrators.candidates, { search }, { keepEarlier: true, when: within === undefined })
  const any = useRead(allAdministrators.candidates, { id, search }, { keepEarlier: true, when: within !== undefined })
  return within === undefined ? own : any
}

export function PickUsers({ name, within }: { name: string; within?: AdministeredWorkspace }) {
  const { props, size, fields } = useField(name)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, searchDelay)
  const [known, setKnown] = useState<Record<string, string>>({})
  const found = useCandidates(search, within)
  const chosen = (fields.values[name] as string[] | undefined) ?? []
  const options = (found.data?.items ?? []).map(user => ({ value: user.id, label: `${user.name} · ${user.userId}` }))
  const gone = chosen.filter(id => !options.some(({ value }) => value === id))
  const pick = (ids: string[]) => {
    setKnown(
      Object.fromEntries(
        [...gone.map(id => ({ value: id, label: known[id] ?? id })), ...options].map(one => [one.value, one.label]),
      ),
    )
    fields.set(name, ids)
  }
  return (
    <MultiSelect
      {...props}
      value={chosen}
      onChange={pick}
      size={size}
      label={t('Users')}
      data={[...gone.map(id => ({ value: id, label: known[id] ?? id })), ...options]}
      filter={({ options: all }) => all}
      searchable
      selectFirstOptionOnChange
      searchValue={typed}
      onSearchChange={setTyped}
      placeholder={chosen.length > 0 ? '' : t('Search name, user ID, email…')}
      nothingFoundMessage={
        found.isFetching || typed !== search ? t('Searching…') : t("No matching user who isn't already an admin")
      }
      data-autofocus
    />
  )
}
