import { t } from '#platform/text/text.ts'
import { demandNames } from './demands.ts'
import { SettingChoice, SettingLines, SettingsOf } from './setting-fields.tsx'

export function ProxyFields() {
  return (
    <SettingsOf value="proxy">
      <SettingLines
        name="hosts"
        label={t('Hosts')}
        help={t('As used in the browser, for example wiki.example.com. One per line. My Apps opens the first one.')}
      />
      <SettingChoice
        name="demand"
        label={t('Required sign-in')}
        options={demandNames}
        help={t('Users who signed in with another method are asked to sign in again.')}
      />
    </SettingsOf>
  )
}
