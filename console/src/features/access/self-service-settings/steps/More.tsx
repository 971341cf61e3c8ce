import { t } from '#platform/text/text.ts'
import { useDraft } from '../editor/page-draft.ts'
import { OnOff } from './OnOff.tsx'
import { Part } from './Part.tsx'

export function More() {
  const { settings, set } = useDraft()
  return (
    <Part title={t('Extension')} about={t('For computers with the browser extension')}>
      <OnOff
        label={t("Set up the browser's authenticator first")}
        on={settings.authenticatorOnboarding}
        turn={authenticatorOnboarding => set({ authenticatorOnboarding })}
      />
      <OnOff
        label={t('Debug mode')}
        help={t('Shows the extension version and a link to its reports')}
        on={settings.debugMode}
        turn={debugMode => set({ debugMode })}
      />
    </Part>
  )
}
