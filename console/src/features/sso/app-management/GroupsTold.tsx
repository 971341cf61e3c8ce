import type { SettingsField } from '../../apps/applications/setting.tsx'
import { t } from '../../../ground/text/text.ts'
import { useFormState } from '../../../ground/ui/form/context.ts'
import { PickMany } from '../../decide/policy-content/PickMany.tsx'
import { fromGroups } from '../../decide/policy-content/sources.ts'

/** Which groups an application may know of. */
export function GroupsTold({ of }: { of: SettingsField }) {
  const { fields } = useFormState()
  const settings = fields.values[of] as { groupsFilter: string[] }
  return (
    <PickMany
      label={t('Groups that it is told of (optional)')}
      from={fromGroups}
      value={settings.groupsFilter}
      help={t('None chosen means all groups of a person.')}
      change={groupsFilter => fields.set(of, { ...settings, groupsFilter })}
    />
  )
}
