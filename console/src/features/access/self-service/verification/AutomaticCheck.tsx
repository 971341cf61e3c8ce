import { Heading } from '../controls/Heading.tsx'
import { Spinner } from '../controls/Spinner.tsx'
import { StepActions } from '../controls/StepActions.tsx'
import { canGoBack } from '../state/page-view.ts'
import type { StepProps } from '../steps/step-props.ts'
import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/verify.module.css'
import steps from '../look/steps.module.css'

export function AutomaticCheck({ state, tell }: StepProps) {
  return (
    <section className={`cv-column ${steps.form}`}>
      <Heading title={t('Sign-in Options')} under={t("We're asking your organization if this is your card.")} />
      <p role="status" className={`cv-line ${classes.checking}`}>
        <Spinner size={28} />
        {t('Checking…')}
      </p>
      <StepActions back={canGoBack(state) ? () => tell({ is: 'back' }) : null} />
    </section>
  )
}
