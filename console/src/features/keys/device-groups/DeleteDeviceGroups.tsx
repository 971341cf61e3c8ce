import { deviceGroups } from '@claviger/contract/keys/device-groups'
import type { DeviceGroup } from '@claviger/contract/keys/device-groups'
import { t } from '#platform/text/text.ts'
import { Dependents, useDependents } from '#features/people/dependents/Dependents.tsx'
import { DeleteMany } from '#platform/ui/over/DeleteMany.tsx'

interface Props {
  groups: readonly DeviceGroup[]
  close: () => void
  done?: (() => void) | undefined
}

export default function DeleteDeviceGroups({ groups, close, done }: Props) {
  const devices = groups.reduce((sum, group) => sum + group.devices, 0)
  const found = useDependents(
    'device-group',
    groups.map(({ id }) => id),
  )
  return (
    <DeleteMany
      of={deviceGroups.removeMany}
      things={groups}
      more={found.seen}
      act={t('Delete {count, plural, one {# device group} other {# device groups}}', { count: groups.length })}
      said={count => t('{count, plural, one {# device group} other {# device groups}} deleted', { count })}
      close={close}
      done={done}
    >
      <p>
        {devices === 0
          ? t('This group has no devices.')
          : t('{count, plural, one {# device is} other {# devices are}} removed from the group but not deleted.', {
              count: devices,
            })}
      </p>
      <p>{t("You can't undo this.")}</p>
      <Dependents of={found} />
    </DeleteMany>
  )
}
