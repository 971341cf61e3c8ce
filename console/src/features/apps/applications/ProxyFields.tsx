import { t } from '../../../ground/text/text.ts'
import { demandNames } from './demands.ts'
import { SettingChoice, SettingLines, SettingsOf } from './setting.tsx'

/** Where an application behind a reverse proxy is, within the form around it. */
export function ProxyFields() {
  return (
    <SettingsOf value="proxy">
      <SettingLines
        name="hosts"
        label={t('Hosts')}
        help={t('As browsers ask for them, such as wiki.example.com; one a line. My Apps opens the first.')}
      />
      <SettingChoice
        name="demand"
        label={t('People must have signed in with')}
        options={demandNames}
        help={t('Whoever signed in otherwise is asked to do it again.')}
      />
    </SettingsOf>
  )
}
