import { units } from '@claviger/contract/people/units'
import type { Unit, UnitAdministrator } from '@claviger/contract/people/units'
import { Button } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ErrorCard } from '../../../ground/ui/page/ErrorCard.tsx'
import { useSession } from '../../../shell/session.tsx'
import { roleOf } from '../../tenancy/administrators/rights.ts'
import { AddUnitAdmin, EditUnitAdmin } from './form/AdminForm.tsx'
import { OneUnit } from './OneUnit.tsx'
import classes from './units.module.css'

function Removing({ admin, close }: { admin: UnitAdministrator; close: () => void }) {
  const remove = useWrite(units.removeAdministrators, {
    alsoRefresh: ['administrators'],
    done() {
      toast('success', `${admin.name} is no longer a unit admin`)
      close()
    },
  })
  return (
    <Confirm
      open
      title={`Take the role from ${admin.name}?`}
      keep="Keep the role"
      act="Take the role"
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ ids: [admin.id] })}
    >
      <p>
        <b>
          {admin.name} no longer sees the people of {admin.units.map(({ name }) => name).join(', ')}.
        </b>
      </p>
      <p>The user stays, and can be named again.</p>
    </Confirm>
  )
}

function Row({ admin }: { admin: UnitAdministrator }) {
  const { can, me } = useSession()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const write = can('admins.write') && admin.id !== me.id
  return (
    <li>
      <div>
        <Link to={`/dashboard/users/${admin.id}`}>{admin.name}</Link>
        <span>{roleOf(admin)}</span>
        <span>{admin.units.map(({ name }) => name).join(', ')}</span>
      </div>
      {write && (
        <>
          <Button variant="default" aria-label={`Change… ${admin.name}`} onClick={() => setOpen('edit')}>
            Change…
          </Button>
          <Button variant="default" aria-label={`Remove… ${admin.name}`} onClick={() => setOpen('remove')}>
            Remove…
          </Button>
        </>
      )}
      {open === 'edit' && <EditUnitAdmin admin={admin} close={() => setOpen(null)} />}
      {open === 'remove' && <Removing admin={admin} close={() => setOpen(null)} />}
    </li>
  )
}

function Admins({ unit, add }: { unit: Unit; add: () => void }) {
  const { can } = useSession()
  const read = useRead(units.administrators, { unit: unit.id }, { quiet: true })
  if (read.isError)
    return <ErrorCard title="We could not load the admins" fault={read.error} retry={() => void read.refetch()} />
  if (read.isPending) return <Bones lines={4} />
  if (read.data.items.length === 0)
    return (
      <EmptyState
        title="Nobody looks after this unit yet"
        icon={<IconUserShield size={26} stroke={1.6} aria-hidden />}
        action={can('admins.write') && <Button onClick={add}>Add unit admin</Button>}
      >
        A unit admin sees and changes the people of the unit, and nobody else.
      </EmptyState>
    )
  return (
    <Card title="Unit admins" flush>
      <ul className={classes.admins}>
        {read.data.items.map(admin => (
          <Row key={admin.id} admin={admin} />
        ))}
      </ul>
    </Card>
  )
}

/** Administrators of one organization unit. */
export default function UnitAdminsPage() {
  const { can } = useSession()
  const [adding, setAdding] = useState(false)
  const add = () => setAdding(true)
  return (
    <OneUnit primary={can('admins.write') && <Button onClick={add}>Add unit admin</Button>}>
      {unit => (
        <>
          <Admins unit={unit} add={add} />
          {adding && <AddUnitAdmin unit={unit.id} close={() => setAdding(false)} />}
        </>
      )}
    </OneUnit>
  )
}
