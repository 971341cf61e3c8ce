import { t } from '#platform/text/text.ts'
import { DemandChoice } from './DemandChoice.tsx'
import { ReauthenticationInterval } from './ReauthenticationInterval.tsx'
import { SettingLines, SettingsOf } from './setting-fields.tsx'

export function ProxyFields() {
  return (
    <SettingsOf value="proxy">
      <SettingLines
        name="hosts"
        label={t('Hosts')}
        help={t('As used in the browser, for example wiki.example.com. One per line. My Apps opens the first one.')}
      />
      <DemandChoice />
      <ReauthenticationInterval />
    </SettingsOf>
  )
}
