import { Button } from '../controls/Button.tsx'
import { Heading } from '../controls/Heading.tsx'
import { StepActions } from '../controls/StepActions.tsx'
import { NfcButton } from '../frame/NfcButton.tsx'
import { canGoBack, isBusy, isListening, mayGoWithout } from '../state/page-view.ts'
import { t } from '#platform/light-page/page-texts.ts'
import type { StepProps } from './step-props.ts'
import { TapPicture } from './TapPicture.tsx'
import result from '../look/result.module.css'
import classes from '../look/tap.module.css'

/** Step 1: waits for a card, or continues without one where possible (R75, R76). */
export function TapStep({ state, tell }: StepProps) {
  const cardless = mayGoWithout(state)
  return (
    <section className={`cv-column ${result.result}`}>
      <TapPicture />
      <Heading
        quiet={isListening(state)}
        title={t('Tap Your Card')}
        under={t('Hold your badge flat on the reader until you hear a tone.')}
      />
      <p role="status" className={`cv-line ${classes.waiting}`}>
        <span className={classes.pulse} aria-hidden />
        {isBusy(state) ? t('Reading your card…') : t('Waiting for your card…')}
      </p>
      <NfcButton tell={tell} />
      <StepActions back={canGoBack(state) ? () => tell({ is: 'back' }) : null}>
        {cardless && (
          <Button kind="link" onClick={() => tell({ is: 'without-card' })}>
            {t('Continue without a card')}
          </Button>
        )}
        <details className={`cv-quiet cv-size-14 ${classes.tips}`}>
          <summary>{t('Nothing happening?')}</summary>
          <p>{t("Check that the reader's light is on, and hold the badge on it for a second.")}</p>
          <p>{t('Click an empty part of this page, then tap again.')}</p>
        </details>
      </StepActions>
    </section>
  )
}
