import { scim, type ScimConnection } from '@claviger/contract/directories/scim'
import { syncs } from '@claviger/contract/directories/syncs'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Choice } from '../../../ground/ui/fields/Choice.tsx'
import { Lines } from '../../../ground/ui/fields/Lines.tsx'
import { Text } from '../../../ground/ui/fields/Text.tsx'
import { Tick } from '../../../ground/ui/fields/Tick.tsx'
import { Foot } from '../../../ground/ui/form/Foot.tsx'
import { Form } from '../../../ground/ui/form/Form.tsx'
import { Panel } from '../../../ground/ui/over/Panel.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** A drawer with the limits of a connection. */
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
          label={t('Only from these addresses')}
          optional
          help={t('One address or network a line, 192.0.2.0/24 for instance.')}
        />
        <Choice
          name="mode"
          label={t('What it does')}
          options={[
            { value: '1', label: t('Adds new people') },
            { value: '2', label: t('Adds and changes people') },
            { value: '3', label: t('Changes people who are here') },
          ]}
        />
        <Text
          name="deleteAfterDays"
          label={t('Days until people who were deleted there are deleted here')}
          inputMode="numeric"
          help={t('They are suspended at once; back within these days, they have their keys again.')}
        />
        <Text
          name="brakePeople"
          label={t('People it may suspend within an hour')}
          inputMode="numeric"
          help={t('More wait until an owner agrees, unless they are within the percentage below.')}
        />
        <Text name="brakePercent" label={t('Or this percentage of its people')} inputMode="numeric" />
        <Tick
          name="unmanagedLeave"
          label={t('People whom no directory keeps leave too')}
          help={t('Needs a dry run of today. They leave at once then, and once a day. People with a role stay.')}
        />
        {!of.unmanagedLeave && (
          <div>
            <Button
              variant="default"
              loading={look.isPending}
              onClick={() => look.mutate({ connection: of.id, dry: true, unmanaged: true })}
            >
              {t('Dry run with them')}
            </Button>
          </div>
        )}
        <Foot save={t('Save connection')} cancel={{ do: close }} whenChanged />
      </Form>
    </Panel>
  )
}
