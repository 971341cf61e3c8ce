import { IconArrowLeft } from './icons.tsx'
import type { ReactNode } from 'react'
import { t } from '#platform/light-page/page-texts.ts'
import { Button } from './Button.tsx'
import classes from '../look/steps.module.css'

export function StepActions({ back, children }: { back: (() => void) | null; children?: ReactNode }) {
  return (
    <div className={`cv-row ${classes.actions}`}>
      {back && (
        <Button onClick={back}>
          <IconArrowLeft size={16} stroke={1.8} aria-hidden />
          {t('Back')}
        </Button>
      )}
      <span className={classes.gap} />
      {children}
    </div>
  )
}
