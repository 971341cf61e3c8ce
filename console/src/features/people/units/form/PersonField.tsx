import { Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { t } from '../../../../ground/text/text.ts'
import { useField } from '../../../../ground/ui/form/context.ts'

const searchDelay = 500

interface Person {
  id: string
  name: string
  userId: string
}

/** One user found by typing. */
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
      // The server has searched already
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={text => {
        setTyped(text)
        // Choosing writes the whole label into the field; that is no search
        if (!text.includes(' · ')) ask(text)
      }}
      placeholder={t('Search name, user ID, email…')}
      nothingFoundMessage={busy ? t('Searching…') : t("No matching user who isn't already an admin")}
      data-autofocus
    />
  )
}
