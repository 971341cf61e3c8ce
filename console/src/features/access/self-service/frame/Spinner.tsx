import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/frame.module.css'

/** Covers the page while a card or the onboarding is being processed (R65). */
export function Spinner() {
  return (
    <div className={classes.cover} role="status" aria-label={t('One moment…')}>
      <span className={classes.spinner} aria-hidden />
    </div>
  )
}
