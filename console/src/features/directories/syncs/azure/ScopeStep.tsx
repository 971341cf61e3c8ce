import { entra } from '@claviger/contract/directories/entra'
import { Stack } from '@mantine/core'
import { IconUser, IconUsers, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { OptionCards } from '#platform/ui/steps/OptionCards.tsx'
import { queryOfThings, type DirectoryItem, PickThings } from '#features/directories/cloud/PickThings.tsx'
import { modes } from '#features/directories/cloud/schedule-labels.ts'

export interface ImportScope {
  by: 'all' | 'groups' | 'users'
  chosen: readonly DirectoryItem[]
  mode: number
}

const ways = [
  { value: 'all', label: msg('All'), help: msg('All users of the tenant or its administrative unit'), icon: IconUsers },
  { value: 'groups', label: msg('Groups'), help: msg('Selected groups and their members'), icon: IconUsersGroup },
  { value: 'users', label: msg('Users'), help: msg('Selected users'), icon: IconUser },
]

export function ScopeStep({
  application,
  whom,
  set,
}: {
  application: string
  whom: ImportScope
  set: (to: ImportScope) => void
}) {
  const [search, setSearch] = useState('')
  const asked = queryOfThings(application, search)
  const how = { keepEarlier: true, quiet: true } as const
  const groups = useRead(entra.groups, asked, { ...how, when: whom.by === 'groups' })
  const people = useRead(entra.users, asked, { ...how, when: whom.by === 'users' })
  return (
    <Card title={t('2. Users to import')}>
      <Stack gap={14}>
        <OptionCards
          label={t('Users to import')}
          of={ways}
          value={whom.by}
          pick={by => set({ ...whom, by: by as ImportScope['by'], chosen: [] })}
        />
        {whom.by !== 'all' && (
          <PickThings
            key={whom.by}
            label={whom.by === 'groups' ? t('Groups') : t('Users')}
            value={whom.chosen}
            change={chosen => set({ ...whom, chosen })}
            found={whom.by === 'groups' ? groups : people}
            ask={setSearch}
          />
        )}
        <Select
          size="sm"
          label={t('Import mode')}
          data={modes()}
          value={String(whom.mode)}
          allowDeselect={false}
          onChange={mode => set({ ...whom, mode: Number(mode) })}
        />
      </Stack>
    </Card>
  )
}
