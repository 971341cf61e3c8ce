import { connections, type DirectoryConnection } from '@claviger/contract/directories/connections'
import { syncs } from '@claviger/contract/directories/syncs'
import { Button, Checkbox, NumberInput, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'

const schedules = () => [
  { value: '', label: t('Manual only') },
  { value: '15', label: t('Every 15 minutes') },
  { value: '60', label: t('Every hour') },
  { value: '360', label: t('Every 6 hours') },
  { value: '1440', label: t('Every day') },
]

export default function SyncSettings({ of, close }: { of: DirectoryConnection; close: () => void }) {
  const [name, setName] = useState(of.name)
  const [active, setActive] = useState(of.active)
  const [mode, setMode] = useState(String(of.mode))
  const [every, setEvery] = useState(of.everyMinutes === null ? '' : String(of.everyMinutes))
  const [leaving, setLeaving] = useState<string>(of.leaving)
  const [days, setDays] = useState(of.deleteAfterDays)
  const [unmanaged, setUnmanaged] = useState(of.unmanagedLeave)
  const [people, setPeople] = useState(of.brake.people)
  const [percent, setPercent] = useState(of.brake.percent)
  const [changes, setChanges] = useState(of.brake.changesPercent)
  const update = useWrite(connections.update, {
    done() {
      toast('success', t('{name} saved', { name }))
      close()
    },
  })
  const go = useNavigate()
  const look = useWrite(syncs.begin, { done: run => void go({ to: `/dashboard/sync/runs/${run.id}` } as never) })
  const known = schedules()
  const options = known.some(one => one.value === every)
    ? known
    : [...known, { value: every, label: t('Every {count} minutes', { count: every }) }]
  const send = () =>
    update.mutate({
      id: of.id,
      version: of.version,
      name,
      active,
      mode: Number(mode),
      everyMinutes: every === '' ? null : Number(every),
      leaving: leaving as typeof of.leaving,
      deleteAfterDays: days,
      unmanagedLeave: unmanaged,
      brake: { people, percent, changesPercent: changes },
    })
  return (
    <Panel open title={t('Settings of {name}', { name: of.name })} close={close}>
      <Stack gap={16}>
        <TextInput label={t('Name')} value={name} onChange={event => setName(event.currentTarget.value)} />
        <Checkbox
          size="xs"
          checked={active}
          onChange={event => setActive(event.currentTarget.checked)}
          label={t('Run on schedule')}
        />
        <Select
          label={t('Type')}
          allowDeselect={false}
          value={mode}
          onChange={value => setMode(value ?? '2')}
          data={[
            { value: '1', label: t('Add new users only') },
            { value: '2', label: t('Add and update users') },
            { value: '3', label: t('Update existing users only') },
          ]}
        />
        <Select
          label={t('Schedule')}
          allowDeselect={false}
          value={every}
          onChange={value => setEvery(value ?? '')}
          data={options}
        />
        <Select
          label={t('Users who leave the directory are')}
          allowDeselect={false}
          value={leaving}
          onChange={value => setLeaving(value ?? 'suspend')}
          data={[
            { value: 'mark', label: t('only marked') },
            { value: 'suspend', label: t('suspended immediately') },
            { value: 'delete', label: t('suspended immediately and deleted later') },
          ]}
        />
        {leaving === 'delete' && (
          <NumberInput
            label={t('Days until deletion')}
            description={t('Users who return within this time get their keys back.')}
            min={1}
            max={3650}
            value={days}
            onChange={value => setDays(Number(value))}
          />
        )}
        <NumberInput
          label={t('Safety threshold: number in one run')}
          description={t(
            'A run that exceeds both this number and a percentage below stops until an owner reviews its list. For ended groups, the number is at most 3.',
          )}
          min={0}
          value={people}
          onChange={value => setPeople(Number(value))}
        />
        <NumberInput
          label={t('Safety threshold: percentage of losses')}
          description={t('Users who lose access, ended groups, and removed memberships.')}
          min={0}
          max={100}
          value={percent}
          onChange={value => setPercent(Number(value))}
        />
        <NumberInput
          label={t('Safety threshold: percentage of changes')}
          description={t('Changed users, new users, and new memberships.')}
          min={0}
          max={100}
          value={changes}
          onChange={value => setChanges(Number(value))}
        />
        <Checkbox
          size="xs"
          checked={unmanaged}
          onChange={event => setUnmanaged(event.currentTarget.checked)}
          label={t('Also deprovision users that no directory manages')}
          description={t('Requires a dry run from today. Users with a role stay.')}
        />
        {unmanaged && !of.unmanagedLeave && (
          <Button
            variant="default"
            loading={look.isPending}
            onClick={() => look.mutate({ connection: of.id, dry: true, unmanaged: true })}
          >
            {t('Dry run including them')}
          </Button>
        )}
        <div className="cv-foot">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button loading={update.isPending} onClick={send}>
            {t('Save settings')}
          </Button>
        </div>
      </Stack>
    </Panel>
  )
}
