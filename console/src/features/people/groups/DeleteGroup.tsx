import { groups } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { t } from '#platform/text/text.ts'
import { Dependents, useDependents } from '../dependents/Dependents.tsx'
import { ConfirmCall } from '#platform/ui/over/ConfirmCall.tsx'

export default function DeleteGroup({ group, close, gone }: { group: Group; close: () => void; gone?: () => void }) {
  const found = useDependents('group', [group.id])
  return (
    <ConfirmCall
      of={groups.remove}
      input={{ groupId: group.id, ...found.seen }}
      title={t('Delete 1 group?')}
      keep={t('Keep group')}
      act={t('Delete 1 group')}
      said={t('{name} deleted', { name: group.name })}
      close={close}
      done={gone}
    >
      <p>
        {group.userCount === 0
          ? t('{name} has no members.', { name: group.name })
          : t(
              '{count, plural, one {# user} other {# users}} will be removed from {name} but will stay in the workspace.',
              {
                count: group.userCount,
                name: group.name,
              },
            )}
      </p>
      <p>{t("A deleted group can't be restored.")}</p>
      {group.policyCount > 0 && (
        <p>
          {t(
            '{count, plural, one {# policy names} other {# policies name}} this group, so it is ended instead of deleted. Block policies keep blocking its current members.',
            { count: group.policyCount },
          )}
        </p>
      )}
      <Dependents of={found} />
    </ConfirmCall>
  )
}
