import { isListening } from '../state/page-view.ts'
import type { StepProps } from '../steps/step-props.ts'
import { t } from '#platform/light-page/page-texts.ts'
import { NfcButton } from './NfcButton.tsx'
import classes from '../look/home.module.css'

export function ReaderReady({ state, tell }: StepProps) {
  return (
    <>
      {(isListening(state) || state.extension) && (
        <p className={`cv-line cv-muted cv-size-14 ${classes.ready}`}>
          <span className={classes.dot} aria-hidden />
          {t('Card reader is ready')}
        </p>
      )}
      <NfcButton tell={tell} />
    </>
  )
}
