import { IconUser } from '../controls/icons.tsx'
import { Button } from '../controls/Button.tsx'
import { Heading } from '../controls/Heading.tsx'
import { StepActions } from '../controls/StepActions.tsx'
import { secondsUntil } from '../flow/clock.ts'
import { canGoBack, isBusy } from '../state/page-view.ts'
import type { StepProps } from '../steps/step-props.ts'
import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/verify.module.css'
import steps from '../look/steps.module.css'

/** "Is this you?": can be confirmed only after three seconds (R104). */
export function SelfConfirmation({ state, tell }: StepProps) {
  const { person, confirmAt } = state.wizard
  const left = secondsUntil(confirmAt, state.now)
  const early = left > 0
  return (
    <section className={`cv-column ${steps.form}`}>
      <Heading title={t('Sign-in Options')} under={t('Is this you?')} />
      {person && (
        <p className={`cv-line ${classes.person}`}>
          <IconUser size={24} stroke={1.6} aria-hidden />
          <span className="cv-lines">
            <strong>{person.name}</strong>
            {person.department !== null && <small className="cv-quiet cv-size-14 cv-wrap">{person.department}</small>}
          </span>
        </p>
      )}
      <p className={`cv-panel cv-size-14 ${classes.warning}`} data-tone="warn">
        {t("You can't undo this. Confirm that this is you.")}
      </p>
      <StepActions back={canGoBack(state) ? () => tell({ is: 'back' }) : null}>
        <Button kind="primary" disabled={early} busy={isBusy(state)} onClick={() => tell({ is: 'confirmed' })}>
          {early ? t('Confirm in {seconds}', { seconds: left }) : t('This is me')}
        </Button>
      </StepActions>
    </section>
  )
}
