import { Button } from '../controls/Button.tsx'
import { Heading } from '../controls/Heading.tsx'
import { StepActions } from '../controls/StepActions.tsx'
import { canGoBack, isBusy } from '../state/page-view.ts'
import type { StepProps } from '../steps/step-props.ts'
import { t } from '#platform/light-page/page-texts.ts'
import steps from '../look/steps.module.css'

export function HandOver({ state, tell }: StepProps) {
  const name = state.wizard.signIn?.name ?? ''
  const verifies = state.wizard.verification === 'identity'
  return (
    <section className={`cv-column ${steps.form}`}>
      <Heading
        title={t('Sign-in Options')}
        under={
          verifies
            ? t('Verify your identity with {name}. You then return to this page.', { name })
            : t('Sign in with your work account at {name}. You then return to this page.', { name })
        }
      />
      <StepActions back={canGoBack(state) ? () => tell({ is: 'back' }) : null}>
        <Button kind="primary" busy={isBusy(state)} onClick={() => tell({ is: 'sign-in-wanted' })}>
          {verifies ? t('Continue with {name}', { name }) : t('Sign in with {name}', { name })}
        </Button>
      </StepActions>
    </section>
  )
}
