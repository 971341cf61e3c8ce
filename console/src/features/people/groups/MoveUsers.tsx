import { groups } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { PickPeople } from '../members/PickPeople.tsx'
import form from '#platform/ui/form/form.module.css'
import members from '../members/members.module.css'

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
    toast(
      'success',
      into
        ? t('{count, plural, one {# membership} other {# memberships}} added', { count: number })
        : t('{count, plural, one {# membership} other {# memberships}} removed', { count: number }),
    )
    close()
    done()
  }
  const add = useWrite(groups.addUsers, { done: ({ added }) => settled(added) })
  const remove = useWrite(groups.deleteUsers, { done: ({ removed }) => settled(removed) })
  const busy = add.isPending || remove.isPending
  const act = into ? t('Add users') : t('Remove users')
  return (
    <Panel
      open
      title={t('{act} · {count, plural, one {# group} other {# groups}}', { act, count: of.length })}
      close={close}
    >
      <form
        className={form.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (users.length === 0) return setFault(t('Choose at least one user'))
          return (into ? add : remove).mutate({ users, groups: of.map(group => group.id) })
        }}
      >
        <p>{of.map(group => group.name).join(', ')}</p>
        <PickPeople
          label={t('Users')}
          value={users}
          error={fault}
          autoFocus
          change={ids => {
            setFault(undefined)
            setUsers(ids)
          }}
        />
        <div className={`${members.foot ?? ''} cv-ends`}>
          <Button variant="default" onClick={close} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {act}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
