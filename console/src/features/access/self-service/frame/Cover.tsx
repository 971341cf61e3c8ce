import { t } from '#platform/light-page/page-texts.ts'
import { Spinner } from '../controls/Spinner.tsx'
import classes from '../look/frame.module.css'

/** Covers the page while a card or the onboarding is being processed (R65). */
export function Cover() {
  return (
    <div className={`cv-centered ${classes.cover}`} role="status" aria-label={t('One moment…')}>
      <Spinner size={44} />
    </div>
  )
}
