import { deviceGroups } from '@claviger/contract/keys/device-groups'
import type { DeviceGroup } from '@claviger/contract/keys/device-groups'
import { devices } from '@claviger/contract/keys/devices'
import { Button, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MultiSelect } from '#platform/ui/fields/MultiSelect.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'

export default function AddDevices({ group, close }: { group: DeviceGroup; close: () => void }) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [names, setNames] = useState<Record<string, string>>({})
  const [asked] = useDebouncedValue(search.trim(), 200)
  const found = useRead(devices.list, { pageSize: 50, ...(asked ? { search: asked } : {}) }, { keepEarlier: true })
  const add = useWrite(deviceGroups.assign, {
    done({ added }) {
      toast(
        'success',
        t('{count, plural, one {# device} other {# devices}} added to {name}', { count: added, name: group.name }),
      )
      close()
    },
  })
  const options = new Map(Object.entries(names))
  for (const { id, name } of found.data?.items ?? []) options.set(id, name)
  const send = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ id: group.id, devices: chosen })
  }
  return (
    <Panel open title={t('Add devices to {name}', { name: group.name })} close={close}>
      <Stack onSubmit={send} component="form" gap={16}>
        <MultiSelect
          size="sm"
          label={t('Devices')}
          description={t('Search by name. You can choose several devices.')}
          data={[...options].map(([value, label]) => ({ value, label }))}
          value={chosen}
          searchable
          filter={({ options: all }) => all}
          searchValue={search}
          onSearchChange={setSearch}
          nothingFoundMessage={t('No match')}
          data-autofocus
          onChange={ids => {
            setChosen(ids)
            setNames(Object.fromEntries(ids.map(id => [id, options.get(id) ?? id])))
          }}
        />
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={chosen.length === 0} loading={add.isPending}>
            {t('Add devices')}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
