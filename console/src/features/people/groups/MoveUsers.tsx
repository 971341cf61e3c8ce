import { groups } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { many } from '../../../ground/ui/bits/moments.ts'
import { Panel } from '../../../ground/ui/over/Panel.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { PickPeople } from '../members/PickPeople.tsx'
import members from '../members/members.module.css'

/** A drawer that puts several users into several groups, or takes them out. */
export default function MoveUsers({
  of,
  into,
  close,
  done,
}: {
  of: readonly Group[]
  into: boolean
  close: () => void
  done: () => void
}) {
  const [users, setUsers] = useState<string[]>([])
  const [fault, setFault] = useState<string>()
  const settled = (number: number) => {
    toast('success', into ? `${many(number, 'membership')} added` : `${many(number, 'membership')} ended`)
    close()
    done()
  }
  const add = useWrite(groups.addUsers, { alsoRefresh: ['users'], done: ({ added }) => settled(added) })
  const remove = useWrite(groups.deleteUsers, { alsoRefresh: ['users'], done: ({ removed }) => settled(removed) })
  const busy = add.isPending || remove.isPending
  const act = into ? 'Add users' : 'Take users out'
  return (
    <Panel open title={`${act} · ${many(of.length, 'group')}`} close={close}>
      <form
        className={members.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (users.length === 0) return setFault('Choose at least one user')
          return (into ? add : remove).mutate({ users, groups: of.map(group => group.id) })
        }}
      >
        <p>{of.map(group => group.name).join(', ')}</p>
        <PickPeople
          label="Users"
          value={users}
          error={fault}
          autoFocus
          change={ids => {
            setFault(undefined)
            setUsers(ids)
          }}
        />
        <div className={members.foot}>
          <Button variant="default" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {act}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
