import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { units } from '@claviger/contract/people/units'
import type { UnitAdministrator } from '@claviger/contract/people/units'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Choice, Choices } from '#platform/ui/fields/Choice.tsx'
import { Foot } from '#platform/ui/form/Foot.tsx'
import { Form } from '#platform/ui/form/Form.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import { additional, canGrant, roles } from '#features/tenancy/administrators/rights.ts'
import { PersonField } from './PersonField.tsx'

const owner = workspaceRoles.owner

function Fields() {
  const session = useSession()
  const all = useRead(units.names, {})
  const given = roles.filter(({ value }) => value !== owner && canGrant(session, value))
  const extra = additional.filter(({ value }) => canGrant(session, 5, [value]))
  const asOptions = (of: readonly { value: number; label: string }[]) =>
    of.map(({ value, label }) => ({ value: String(value), label: t(label) }))
  return (
    <>
      <Choice name="role" label={t('Role')} options={asOptions(given)} placeholder={t('Choose a role')} />
      <Choices
        name="additionalPermissions"
        label={t('Additional permissions')}
        options={asOptions(extra)}
        placeholder={t('In addition to the role')}
      />
      <Choices
        name="units"
        label={t('Organization units')}
        options={(all.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={t('Search units')}
      />
      <Notice>
        {t("A unit admin can only see and change users in these units. They can't change workspace settings.")}
      </Notice>
    </>
  )
}

export function AddUnitAdmin({ unit, close }: { unit: string; close: () => void }) {
  const [search, setSearch] = useState('')
  const found = useRead(administrators.candidates, { search }, { keepEarlier: true })
  return (
    <Panel open title={t('Add unit admin')} close={close}>
      <Form
        of={units.addAdministrator}
        start={{ id: '', role: '3', additionalPermissions: [], units: [unit] }}
        done={admin => {
          toast('success', t('{name} added', { name: admin.name }))
          close()
        }}
      >
        <PersonField found={found.data?.items ?? []} busy={found.isFetching} search={setSearch} />
        <Fields />
        <Foot save={t('Add unit admin')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}

export function EditUnitAdmin({ admin, close }: { admin: UnitAdministrator; close: () => void }) {
  return (
    <Panel open title={t('Permissions of {name}', { name: admin.name })} close={close}>
      <Form
        of={units.changeAdministrator}
        fixed={{ id: admin.id }}
        start={{
          role: String(admin.role),
          additionalPermissions: admin.additionalPermissions.map(String),
          units: admin.units.map(({ id }) => id),
        }}
        done={() => {
          toast('success', t('Permissions of {name} changed', { name: admin.name }))
          close()
        }}
      >
        <Fields />
        <Foot save={t('Save changes')} cancel={{ do: close }} />
      </Form>
    </Panel>
  )
}
