import { scim, type ScimConnection } from '@claviger/contract/directories/scim'
import { syncs } from '@claviger/contract/directories/syncs'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Choice } from '#platform/ui/fields/Choice.tsx'
import { Lines } from '#platform/ui/fields/Lines.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Tick } from '#platform/ui/fields/Tick.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'

export default function EditConnection({ of, close }: { of: ScimConnection; close: () => void }) {
  const go = useNavigate()
  const look = useWrite(syncs.begin, { done: run => void go({ to: `/dashboard/sync/runs/${run.id}` } as never) })
  return (
    <Panel open title={t('Edit {name}', { name: of.name })} close={close}>
      <Form
        of={scim.update}
        needed={['name', 'mode', 'deleteAfterDays', 'brakePeople', 'brakePercent']}
        fixed={{ id: of.id, version: of.version }}
        start={{
          name: of.name,
          addresses: of.addresses,
          mode: String(of.mode),
          deleteAfterDays: String(of.deleteAfterDays),
          brakePeople: String(of.brake.people),
          brakePercent: String(of.brake.percent),
          unmanagedLeave: of.unmanagedLeave,
        }}
        done={() => {
          toast('success', t('{name} changed', { name: of.name }))
          close()
        }}
      >
        <Text name="name" label={t('Name')} autoComplete="off" />
        <Lines
          name="addresses"
          label={t('Limit to IP addresses')}
          optional
          help={t('One address or network per line, for example 192.0.2.0/24')}
        />
        <Choice
          name="mode"
          label={t('Type')}
          options={[
            { value: '1', label: t('Add new users only') },
            { value: '2', label: t('Add and update users') },
            { value: '3', label: t('Update existing users only') },
          ]}
        />
        <Text
          name="deleteAfterDays"
          label={t('Days until users deleted in the directory are deleted here')}
          inputMode="numeric"
          help={t('They are suspended immediately. Users who return within this time get their keys back.')}
        />
        <Text
          name="brakePeople"
          label={t('Maximum suspensions per hour')}
          inputMode="numeric"
          help={t('An owner must approve further suspensions, unless they are within the percentage below.')}
        />
        <Text name="brakePercent" label={t('Or this percentage of its users')} inputMode="numeric" />
        <Tick
          name="unmanagedLeave"
          label={t('Also deprovision users that no directory manages')}
          help={t(
            'Requires a dry run from today. These users are deprovisioned immediately, and later ones once a day. Users with a role stay.',
          )}
        />
        {!of.unmanagedLeave && (
          <div>
            <Button
              variant="default"
              loading={look.isPending}
              onClick={() => look.mutate({ connection: of.id, dry: true, unmanaged: true })}
            >
              {t('Dry run including them')}
            </Button>
          </div>
        )}
        <Foot save={t('Save connection')} cancel={{ do: close }} whenChanged />
      </Form>
    </Panel>
  )
}
