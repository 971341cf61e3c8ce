import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/home.module.css'

export function OpeningStep() {
  return (
    <section className={`cv-column ${classes.home}`} aria-busy="true">
      <p role="status" className="cv-hidden">
        {t('Loading…')}
      </p>
      <span className={classes.bone} data-size="title" />
      <span className={classes.bone} />
      <span className={classes.bone} />
    </section>
  )
}
