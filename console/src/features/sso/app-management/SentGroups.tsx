import type { SettingsField } from '#features/apps/applications/setting-fields.tsx'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { PickMany } from '#features/decide/policy-content/PickMany.tsx'
import { fromGroups } from '#features/decide/policy-content/name-sources.ts'

export function SentGroups({ of }: { of: SettingsField }) {
  const { fields } = useFormState()
  const settings = fields.values[of] as { groupsFilter: string[] }
  return (
    <PickMany
      label={t('Groups to send (optional)')}
      from={fromGroups}
      value={settings.groupsFilter}
      help={t('Leave empty to send all groups of a user')}
      change={groupsFilter => fields.set(of, { ...settings, groupsFilter })}
    />
  )
}
