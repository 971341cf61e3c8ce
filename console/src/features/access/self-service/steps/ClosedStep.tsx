import { IconPlugConnectedX } from '../controls/icons.tsx'
import { Button } from '../controls/Button.tsx'
import { Heading } from '../controls/Heading.tsx'
import { isBusy } from '../state/page-view.ts'
import { t } from '#platform/light-page/page-texts.ts'
import type { StepProps } from './step-props.ts'
import classes from '../look/result.module.css'

export function ClosedStep({ state, tell }: StepProps) {
  return (
    <section className={`cv-column ${classes.result}`}>
      <span className={`cv-centered ${classes.round}`} data-closed>
        <IconPlugConnectedX size={36} stroke={1.6} aria-hidden />
      </span>
      <Heading
        title={t('This page is not available right now')}
        under={state.notice === null ? t('Something went wrong. Try again in a moment.') : t(state.notice.text)}
      />
      <div className={`cv-row ${classes.actions}`}>
        <Button kind="primary" busy={isBusy(state)} onClick={() => tell({ is: 'retry' })}>
          {t('Try again')}
        </Button>
      </div>
    </section>
  )
}
