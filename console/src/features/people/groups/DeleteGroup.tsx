import { groups } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { many } from '../../../ground/ui/bits/moments.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Asks before a group is deleted. */
export default function DeleteGroup({ group, close, gone }: { group: Group; close: () => void; gone?: () => void }) {
  const remove = useWrite(groups.remove, {
    alsoRefresh: ['users', 'units', 'statistics'],
    done() {
      toast('success', `${group.name} deleted`)
      close()
      gone?.()
    },
  })
  return (
    <Confirm
      open
      title="Delete 1 group?"
      keep="Keep group"
      act="Delete 1 group"
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ groupId: group.id })}
    >
      <p>
        {group.userCount === 0
          ? `Nobody is in ${group.name}.`
          : `${many(group.userCount, 'user')} ${group.userCount === 1 ? 'leaves' : 'leave'} ${group.name} and stay in the workspace.`}
      </p>
      <p>A deleted group cannot be brought back.</p>
    </Confirm>
  )
}
