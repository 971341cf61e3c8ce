import { groups } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { Radio, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useNavigate } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields } from '#platform/ui/form/useFields.ts'
import type { CallError } from '#platform/data/refusal.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { PickPeople } from '../members/PickPeople.tsx'
import { emptyRule, RuleFields } from './RuleFields.tsx'

/** Shows a refusal because of a duplicate name at the name field. */
function placed(refusal: CallError, fields: Fields): boolean {
  if (refusal.code !== 'group-name-taken') return false
  fields.fault('name', refusal.message)
  return true
}

function Who({ picks }: { picks: boolean }) {
  const { fields } = useFormState()
  const rule = fields.values['rule']
  return (
    <>
      <Radio.Group
        label={t('Members')}
        value={rule ? 'rule' : 'hand'}
        onChange={value => fields.set('rule', value === 'rule' ? emptyRule : null)}
      >
        <Stack gap={12}>
          <Radio size="xs" value="hand" label={t('Manual')} />
          <Radio
            size="xs"
            value="rule"
            label={t('By rule')}
            description={t('Users join and leave automatically when their details change.')}
          />
        </Stack>
      </Radio.Group>
      {rule ? (
        <RuleFields />
      ) : (
        picks && (
          <PickPeople
            label={t('Users (optional)')}
            value={(fields.values['users'] as string[] | undefined) ?? []}
            change={ids => fields.set('users', ids)}
          />
        )
      )}
    </>
  )
}

export function AddGroup({ close }: { close: () => void }) {
  const go = useNavigate()
  return (
    <Panel open title={t('Add group')} close={close}>
      <Form
        of={groups.create}
        start={{ name: '', description: '', users: [], rule: null }}
        refused={placed}
        done={group => {
          toast('success', t('{name} created', { name: group.name }))
          close()
          void go({ to: '/dashboard/groups/$groupId', params: { groupId: group.id } } as never)
        }}
      >
        <Text name="name" label={t('Name')} autoComplete="off" autoFocus />
        <Text name="description" label={t('Description')} lines={3} />
        <Who picks />
        <Foot save={t('Add group')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}

export function EditGroup({ group, close }: { group: Group; close: () => void }) {
  return (
    <Panel open title={t('Edit {name}', { name: group.name })} close={close}>
      <Form
        of={groups.update}
        start={{ name: group.name, description: group.description, rule: group.rule }}
        fixed={{ groupId: group.id }}
        refused={placed}
        done={() => {
          toast('success', t('Changes saved'))
          close()
        }}
      >
        <Text name="name" label={t('Name')} autoComplete="off" autoFocus />
        <Text name="description" label={t('Description')} lines={3} />
        <Who picks={false} />
        <Foot save={t('Save changes')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
