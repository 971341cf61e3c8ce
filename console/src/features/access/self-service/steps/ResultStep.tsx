import { selfServiceActions } from '../state/page-actions.ts'
import { IconCheck, IconId } from '../controls/icons.tsx'
import { Button } from '../controls/Button.tsx'
import { Heading } from '../controls/Heading.tsx'
import { Ring } from '../controls/Ring.tsx'
import { resultStays } from '../flow/result-flow.ts'
import { secondsUntil } from '../flow/clock.ts'
import { loginAt, returnsAlone } from '../state/page-view.ts'
import { t } from '#platform/light-page/page-texts.ts'
import type { StepProps } from './step-props.ts'
import classes from '../look/result.module.css'
import controls from '../look/controls.module.css'

/** Step 5: the result and where to go next (R114, R115). */
export function ResultStep({ state, tell }: StepProps) {
  const { done, action, leaveAt } = state.wizard
  const { enrolled = null, recovered = null } = state.config?.messages ?? {}
  const left = secondsUntil(leaveAt, state.now)
  const recovery = action === selfServiceActions.recovery
  if (done === null) return null
  return (
    <section className={`cv-column ${classes.result}`}>
      <span className={`cv-centered ${classes.round}`}>
        <IconCheck size={40} stroke={2.4} aria-hidden />
      </span>
      <Heading
        title={recovery ? t('Your PIN has been reset') : t('Your badge is ready')}
        under={
          recovery ? (recovered ?? t('Your PIN has been changed.')) : (enrolled ?? t('Your card is ready to use.'))
        }
      />
      <p className={`cv-line cv-box cv-wrap ${classes.key}`}>
        <IconId size={22} stroke={1.6} aria-hidden />
        <span className="cv-lines">
          <strong>{done.keyName}</strong>
          <small className="cv-muted cv-size-13">{t('Active')}</small>
        </span>
      </p>
      {done.pinless && (
        <p>{t("This card has no PIN. Use it at readers. You can't use it to sign in to this website.")}</p>
      )}
      <div className={`cv-row ${classes.actions}`}>
        {returnsAlone(state) && <Button onClick={() => tell({ is: 'first-step' })}>{t('Back to start')}</Button>}
        <a className={controls.primary} href={loginAt(state)}>
          {t('Sign in')}
        </a>
      </div>
      {leaveAt !== null && (
        <p className={`cv-row cv-quiet cv-number ${classes.leaving}`}>
          <Ring left={left} of={resultStays / 1000} />
          <span role="timer">{t('Redirecting in {seconds} s', { seconds: left })}</span>
          <Button kind="link" onClick={() => tell({ is: 'stay' })}>
            {t('Stay here')}
          </Button>
        </p>
      )}
    </section>
  )
}
