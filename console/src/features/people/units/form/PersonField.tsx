import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { useField } from '#platform/ui/form/context.ts'

const searchDelay = 500

interface Person {
  id: string
  name: string
  userId: string
}

export function PersonField({
  found,
  busy,
  search,
}: {
  found: readonly Person[]
  busy: boolean
  search: (text: string) => void
}) {
  const { props, size } = useField('id')
  const [typed, setTyped] = useState('')
  const ask = useDebouncedCallback(search, searchDelay)
  return (
    <Select
      {...props}
      value={props.value || null}
      size={size}
      label={t('User')}
      data={found.map(user => ({ value: user.id, label: `${user.name} · ${user.userId}` }))}
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={text => {
        setTyped(text)
        // Selecting an option writes its label into the field, which is not a search
        if (!text.includes(' · ')) ask(text)
      }}
      placeholder={t('Search name, user ID, email…')}
      nothingFoundMessage={busy ? t('Searching…') : t("No matching user who isn't already an admin")}
      data-autofocus
    />
  )
}
