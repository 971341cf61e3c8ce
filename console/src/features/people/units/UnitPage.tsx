import type { Member } from '@claviger/contract/people/members'
import { units } from '@claviger/contract/people/units'
import type { Unit } from '@claviger/contract/people/units'
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { useSession } from '#shell/session.tsx'
import { AddMembers } from '../members/AddMembers.tsx'
import { MemberList } from '../members/MemberList.tsx'
import { OneUnit } from './OneUnit.tsx'

function People({ unit }: { unit: Unit }) {
  const { can } = useSession()
  const add = useWrite(units.addMembers)
  const remove = useWrite(units.removeMembers)
  const takeOut = (members: readonly Member[], clear: () => void) => {
    const ids = members.map(member => member.id)
    // Administrators of this unit only can't undo a removal, because they no longer see the user
    const undo = can('units.write')
      ? { action: { label: t('Undo'), do: () => add.mutate({ id: unit.id, users: ids }) } }
      : {}
    remove.mutate(
      { ouId: unit.id, ids },
      {
        onSuccess({ removed }) {
          clear()
          toast(
            'success',
            t('{count, plural, one {# user} other {# users}} removed from {name}', { count: removed, name: unit.name }),
            undo,
          )
        },
      },
    )
  }
  return <MemberList of={units.members} fixed={{ id: unit.id }} remove={can('users.write') ? takeOut : undefined} />
}

function Adding({ unit, close }: { unit: Unit; close: () => void }) {
  const add = useWrite(units.addMembers, {
    done({ added }) {
      toast(
        'success',
        t('{count, plural, one {# user} other {# users}} added to {name}', { count: added, name: unit.name }),
      )
      close()
    },
  })
  return (
    <AddMembers
      title={t('Add users to {name}', { name: unit.name })}
      within={{ unit: unit.id }}
      busy={add.isPending}
      close={close}
      add={users => add.mutate({ id: unit.id, users })}
    />
  )
}

export default function UnitPage() {
  const [adding, setAdding] = useState(false)
  const primary = (
    <Button leftSection={<IconUserPlus size={16} stroke={1.7} aria-hidden />} onClick={() => setAdding(true)}>
      {t('Add users')}
    </Button>
  )
  return (
    <OneUnit primary={primary}>
      {unit => (
        <>
          <People unit={unit} />
          {adding && <Adding unit={unit} close={() => setAdding(false)} />}
        </>
      )}
    </OneUnit>
  )
}
