import { t } from '../../../../ground/text/text.ts'
import { useDraft } from '../editor/draft.ts'
import { OnOff } from './OnOff.tsx'
import { Part } from './Part.tsx'

/** What few pages need. */
export function More() {
  const { settings, set } = useDraft()
  return (
    <Part title={t('Extension')} about={t('Where the browser extension is installed')}>
      <OnOff
        label={t('Set up the authenticator of the browser first')}
        on={settings.authenticatorOnboarding}
        turn={authenticatorOnboarding => set({ authenticatorOnboarding })}
      />
      <OnOff
        label={t('Debug mode')}
        help={t('Shows the version of the extension and a link to its reports.')}
        on={settings.debugMode}
        turn={debugMode => set({ debugMode })}
      />
    </Part>
  )
}
