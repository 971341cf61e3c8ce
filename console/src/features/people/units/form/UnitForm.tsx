import { groups, groupTypes } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import type { Unit } from '@claviger/contract/people/units'
import type { CallError } from '#platform/data/refusal.ts'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Choices } from '#platform/ui/fields/Choice.tsx'
import { Text } from '#platform/ui/fields/Text.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields } from '#platform/ui/form/useFields.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { PickPeople } from '#features/people/members/PickPeople.tsx'

function placed(refusal: CallError, fields: Fields): boolean {
  if (refusal.code !== 'unit-name-taken') return false
  fields.fault('name', refusal.message)
  return true
}

function Details() {
  const all = useRead(groups.ids, {})
  const options = (all.data?.items ?? [])
    .filter(({ type }) => type !== groupTypes.everyone)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Text name="name" label={t('Name')} autoComplete="off" autoFocus />
      <Text name="description" label={t('Description')} lines={3} />
      <Choices
        name="groups"
        label={t('Groups')}
        options={options}
        placeholder={t('Search groups')}
        help={t("The unit's admins can see these groups and add their users to them.")}
      />
    </>
  )
}

function People() {
  const { fields } = useFormState()
  return (
    <PickPeople
      label={t('Users (optional)')}
      value={(fields.values['users'] as string[] | undefined) ?? []}
      change={ids => fields.set('users', ids)}
    />
  )
}

export function AddUnit({ close, done }: { close: () => void; done: (unit: Unit) => void }) {
  return (
    <Panel open title={t('Add organization unit')} close={close}>
      <Form
        of={units.create}
        start={{ name: '', description: '', groups: [], users: [] }}
        refused={placed}
        done={unit => {
          close()
          done(unit)
        }}
      >
        <Details />
        <People />
        <Foot save={t('Add unit')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}

export function EditUnit({ unit, close }: { unit: Unit; close: () => void }) {
  return (
    <Panel open title={t('Edit {name}', { name: unit.name })} close={close}>
      <Form
        of={units.update}
        start={{ name: unit.name, description: unit.description, groups: unit.groups.map(({ id }) => id) }}
        fixed={{ id: unit.id }}
        refused={placed}
        done={() => {
          toast('success', t('Changes saved'))
          close()
        }}
      >
        <Details />
        <Foot save={t('Save changes')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
