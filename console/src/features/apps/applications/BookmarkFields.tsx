import { t } from '#platform/text/text.ts'
import { SettingsOf, SettingText } from './setting-fields.tsx'

export function BookmarkFields() {
  return (
    <SettingsOf value="bookmark">
      <SettingText name="url" label={t('Address')} optional={false} help={t('The page that My Apps opens')} />
    </SettingsOf>
  )
}
