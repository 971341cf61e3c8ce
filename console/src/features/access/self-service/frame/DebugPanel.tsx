import { Button } from '../controls/Button.tsx'
import { debugOf } from '../state/page-view.ts'
import type { StepProps } from '../steps/step-props.ts'
import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/frame.module.css'

/** For administrators of readers and the extension (R67). */
export function DebugPanel({ state, tell }: StepProps) {
  const debug = debugOf(state)
  return debug === null ? null : (
    <aside className={`cv-row cv-panel cv-quiet ${classes.debug}`} aria-label={t('Debug')}>
      <strong>{t('Debug Mode: Enabled')}</strong>
      <span>{t('Extension {version}', { version: debug.version })}</span>
      <Button kind="link" onClick={() => tell({ is: 'reports' })}>
        {t('View Reports')}
      </Button>
    </aside>
  )
}
