import { deviceGroups } from '@claviger/contract/keys/device-groups'
import type { Device } from '@claviger/contract/keys/devices'
import { Button, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Waiting } from '#platform/ui/page/Waiting.tsx'

export default function PutInto({
  devices,
  close,
  done,
}: {
  devices: readonly Device[]
  close: () => void
  done: () => void
}) {
  const [group, setGroup] = useState<string | null>(null)
  const [called, setCalled] = useState('')
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), 200)
  const narrowed = asked !== '' && asked !== called
  const groups = useRead(
    deviceGroups.list,
    { pageSize: 100, ...(narrowed ? { search: asked } : {}) },
    { quiet: true, keepEarlier: true },
  )
  const items = groups.data?.items ?? []
  const put = useWrite(deviceGroups.assign, {
    done({ added }) {
      toast(
        'success',
        t('{count, plural, one {# device} other {# devices}} added to {name}', { count: added, name: called }),
      )
      close()
      done()
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (group !== null) put.mutate({ id: group, devices: devices.map(({ id }) => id) })
  }
  return (
    <Panel
      open
      title={t('Add {count, plural, one {# device} other {# devices}} to a group', { count: devices.length })}
      close={close}
    >
      <Waiting on={groups} what={t('the device groups')}>
        <Stack onSubmit={send} component="form" gap={16}>
          <p className="cv-lead">{devices.map(({ name }) => name).join(', ')}</p>
          {items.length === 0 && !narrowed ? (
            <p>{t('No device groups yet. Add one in the list of device groups first.')}</p>
          ) : (
            <Select
              size="sm"
              label={t('Device group')}
              data={items.map(({ id, name }) => ({ value: id, label: name }))}
              value={group}
              searchable
              searchValue={search}
              onSearchChange={setSearch}
              filter={({ options }) => options}
              nothingFoundMessage={t('No match')}
              data-autofocus
              onChange={(id, option) => {
                setGroup(id)
                setCalled(option?.label ?? '')
              }}
            />
          )}
          <div className="cv-foot">
            <Button variant="default" onClick={close}>
              {t('Cancel')}
            </Button>
            <Button type="submit" disabled={group === null} loading={put.isPending}>
              {t('Add to group')}
            </Button>
          </div>
        </Stack>
      </Waiting>
    </Panel>
  )
}
