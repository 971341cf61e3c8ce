import { groups } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Asks before a group is deleted. */
export default function DeleteGroup({ group, close, gone }: { group: Group; close: () => void; gone?: () => void }) {
  const remove = useWrite(groups.remove, {
    done() {
      toast('success', t('{name} deleted', { name: group.name }))
      close()
      gone?.()
    },
  })
  return (
    <Confirm
      open
      title={t('Delete 1 group?')}
      keep={t('Keep group')}
      act={t('Delete 1 group')}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ groupId: group.id })}
    >
      <p>
        {group.userCount === 0
          ? t('Nobody is in {name}.', { name: group.name })
          : t('{count, plural, one {# user leaves} other {# users leave}} {name} and stay in the workspace.', {
              count: group.userCount,
              name: group.name,
            })}
      </p>
      <p>{t('A deleted group cannot be brought back.')}</p>
    </Confirm>
  )
}
