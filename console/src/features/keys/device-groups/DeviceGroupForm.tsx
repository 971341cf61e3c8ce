import { deviceGroups } from '@claviger/contract/keys/device-groups'
import type { DeviceGroup } from '@claviger/contract/keys/device-groups'
import { useNavigate } from '@tanstack/react-router'
import type { CallError } from '#platform/data/refusal.ts'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields } from '#platform/ui/form/useFields.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'

/** Shows a refusal because of a duplicate name at the name field. */
function placed(refusal: CallError, fields: Fields): boolean {
  if (refusal.code !== 'device-group-taken') return false
  fields.fault('name', refusal.message)
  return true
}

function Inputs({ save, close }: { save: string; close: () => void }) {
  return (
    <>
      <Text name="name" label={t('Name')} autoComplete="off" autoFocus />
      <Text name="description" label={t('Description')} lines={3} />
      <Foot save={save} cancel={{ do: close }} />
    </>
  )
}

export function AddDeviceGroup({ close }: { close: () => void }) {
  const go = useNavigate()
  return (
    <Panel open title={t('Add device group')} close={close}>
      <Form
        of={deviceGroups.create}
        start={{ name: '', description: '' }}
        refused={placed}
        done={group => {
          toast('success', t('{name} created', { name: group.name }))
          close()
          void go({ to: '/dashboard/devices/groups/$id', params: { id: group.id } } as never)
        }}
      >
        <Inputs save={t('Add device group')} close={close} />
      </Form>
    </Panel>
  )
}

export function EditDeviceGroup({ group, close }: { group: DeviceGroup; close: () => void }) {
  return (
    <Panel open title={t('Edit {name}', { name: group.name })} close={close}>
      <Form
        of={deviceGroups.update}
        start={{ name: group.name, description: group.description }}
        fixed={{ id: group.id }}
        refused={placed}
        done={() => {
          toast('success', t('Changes saved'))
          close()
        }}
      >
        <Inputs save={t('Save changes')} close={close} />
      </Form>
    </Panel>
  )
}
