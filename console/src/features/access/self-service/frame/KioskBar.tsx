import { useEffect } from 'react'
import { Button } from '../controls/Button.tsx'
import { Ring } from '../controls/Ring.tsx'
import { secondsUntil, silenceSaid } from '../flow/clock.ts'
import type { StepProps } from '../steps/step-props.ts'
import { t } from '#platform/light-page/page-texts.ts'
import classes from '../look/frame.module.css'

const signs = ['pointerdown', 'keydown', 'touchstart', 'wheel'] as const

export function KioskBar({ state, tell }: StepProps) {
  const { kiosk } = state.query
  useEffect(() => {
    if (!kiosk) return undefined
    const touched = (event: Event) => {
      // The button that stops the countdown must not count as new activity
      if (event.target instanceof Element && event.target.closest('[data-stay]')) return
      tell({ is: 'touched' })
    }
    for (const sign of signs) document.addEventListener(sign, touched, { passive: true, capture: true })
    return () => {
      for (const sign of signs) document.removeEventListener(sign, touched, { capture: true })
    }
  }, [kiosk, tell])
  const left = secondsUntil(state.silentAt, state.now)
  if (!kiosk || state.silentAt === null || left * 1000 > silenceSaid) return null
  return (
    <aside className={`cv-row cv-panel ${classes.debug}`} data-tone="warn" aria-label={t('Are you still there?')}>
      <Ring left={left} of={silenceSaid / 1000} />
      <span>
        <strong role="alert">{t('Are you still there?')}</strong>{' '}
        {t('This page clears your entries in {seconds, plural, one {# second} other {# seconds}}', {
          seconds: left,
        })}
      </span>
      <span data-stay>
        <Button onClick={() => tell({ is: 'stay' })}>{t('Stay here')}</Button>
      </span>
    </aside>
  )
}
