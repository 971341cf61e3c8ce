import { units } from '@claviger/contract/people/units'
import type { Unit, UnitAdministrator } from '@claviger/contract/people/units'
import { Button, Group, Stack } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { ErrorCard } from '#platform/ui/page/ErrorCard.tsx'
import { useSession } from '#shell/session.tsx'
import { roleOf } from '#features/tenancy/administrators/rights.ts'
import { AddUnitAdmin, EditUnitAdmin } from './form/AdminForm.tsx'
import { OneUnit } from './OneUnit.tsx'

function Removing({ admin, close }: { admin: UnitAdministrator; close: () => void }) {
  return (
    <ConfirmCall
      of={units.removeAdministrators}
      input={{ ids: [admin.id] }}
      title={t('Remove the role from {name}?', { name: admin.name })}
      keep={t('Keep role')}
      act={t('Remove role')}
      said={t('{name} is no longer a unit admin', { name: admin.name })}
      close={close}
    >
      <p>
        <b>
          {t('{name} can no longer see the users in {units}.', {
            name: admin.name,
            units: admin.units.map(({ name }) => name).join(', '),
          })}
        </b>
      </p>
      <p>{t('The user stays in the workspace, and you can make them a unit admin again.')}</p>
    </ConfirmCall>
  )
}

function Row({ admin }: { admin: UnitAdministrator }) {
  const { can, me } = useSession()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const write = can('admins.write') && admin.id !== me.id
  return (
    <Group component="li" gap={8} p="10px 16px">
      <Stack gap={0} flex={1} miw={200}>
        <Link style={{ fontWeight: 500 }} to={`/dashboard/users/${admin.id}`}>
          {admin.name}
        </Link>
        <span className="cv-quiet">
          {admin.accepted ? roleOf(admin) : `${roleOf(admin)} · ${t('Pending acceptance')}`}
        </span>
        <span className="cv-quiet">{admin.units.map(({ name }) => name).join(', ')}</span>
      </Stack>
      {write && (
        <>
          <Button
            variant="default"
            aria-label={t('Change… {name}', { name: admin.name })}
            onClick={() => setOpen('edit')}
          >
            {t('Change…')}
          </Button>
          <Button
            variant="default"
            aria-label={t('Remove… {name}', { name: admin.name })}
            onClick={() => setOpen('remove')}
          >
            {t('Remove…')}
          </Button>
        </>
      )}
      {open === 'edit' && <EditUnitAdmin admin={admin} close={() => setOpen(null)} />}
      {open === 'remove' && <Removing admin={admin} close={() => setOpen(null)} />}
    </Group>
  )
}

function Admins({ unit, add }: { unit: Unit; add: ReactNode }) {
  const read = useRead(units.administrators, { unit: unit.id }, { quiet: true })
  if (read.isError)
    return <ErrorCard title={t("We couldn't load the admins")} fault={read.error} retry={() => void read.refetch()} />
  if (read.isPending) return <Bones lines={4} />
  if (read.data.items.length === 0)
    return (
      <EmptyState title={t('No unit admins yet')} icon={IconUserShield} action={add}>
        {t('A unit admin can only see and change users in this unit.')}
      </EmptyState>
    )
  return (
    <Card title={t('Unit admins')} flush>
      <ul className="cv-ruled">
        {read.data.items.map(admin => (
          <Row key={admin.id} admin={admin} />
        ))}
      </ul>
    </Card>
  )
}

export default function UnitAdminsPage() {
  const { can } = useSession()
  const [adding, setAdding] = useState(false)
  const add = can('admins.write') && <Button onClick={() => setAdding(true)}>{t('Add unit admin')}</Button>
  return (
    <OneUnit primary={add} entries={({ admins }) => (admins.length === 0 ? 'none' : 'some')}>
      {unit => (
        <>
          <Admins unit={unit} add={add} />
          {adding && <AddUnitAdmin unit={unit.id} close={() => setAdding(false)} />}
        </>
      )}
    </OneUnit>
  )
}
