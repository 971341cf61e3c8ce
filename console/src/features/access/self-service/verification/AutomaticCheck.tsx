import { Heading } from '../controls/Heading.tsx'
import { StepActions } from '../controls/StepActions.tsx'
import { canGoBack } from '../state/page-view.ts'
import type { StepProps } from '../steps/step-props.ts'
import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/verify.module.css'
import steps from '../look/steps.module.css'

export function AutomaticCheck({ state, tell }: StepProps) {
  return (
    <section className={steps.form}>
      <Heading title={t('Sign-in Options')} under={t("We're asking your organization if this is your card.")} />
      <p role="status" className={classes.checking}>
        <span className={classes.spinner} aria-hidden />
        {t('Checking…')}
      </p>
      <StepActions back={canGoBack(state) ? () => tell({ is: 'back' }) : null} />
    </section>
  )
}
