import { deviceGroups } from '@claviger/contract/keys/device-groups'
import type { DeviceGroup } from '@claviger/contract/keys/device-groups'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { t } from '../../../ground/text/text.ts'
import { Confirm } from '../../../ground/ui/over/Confirm.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'

/** Asks before device groups are deleted; their devices stay. */
export default function DeleteDeviceGroups({
  groups,
  close,
  done,
}: {
  groups: readonly DeviceGroup[]
  close: () => void
  done?: (() => void) | undefined
}) {
  const remove = useWrite(deviceGroups.removeMany, {
    done({ removed }) {
      toast('success', t('{count, plural, one {# device group} other {# device groups}} deleted', { count: removed }))
      close()
      done?.()
    },
  })
  const act = t('Delete {count, plural, one {# device group} other {# device groups}}', { count: groups.length })
  const devices = groups.reduce((sum, group) => sum + group.devices, 0)
  return (
    <Confirm
      open
      title={`${act}?`}
      keep={t('Keep')}
      act={act}
      busy={remove.isPending}
      close={close}
      confirm={() => remove.mutate({ ids: groups.map(({ id }) => id) }, { onError: close })}
    >
      <p>
        <strong>{groups.map(({ name }) => name).join(', ')}</strong>
      </p>
      <p>
        {devices === 0
          ? t('There are no devices in it.')
          : t('The devices stay; {count, plural, one {# membership ends} other {# memberships end}}.', {
              count: devices,
            })}
      </p>
      <p>{t('This cannot be undone.')}</p>
    </Confirm>
  )
}
