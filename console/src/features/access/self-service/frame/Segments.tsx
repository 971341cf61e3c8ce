import { IconCheck } from '../controls/icons.tsx'
import { segmentsAt } from '../state/page-view.ts'
import type { VisitStep } from '../state/state.ts'
import { msg, t } from '#platform/light-page/page-texts.ts'
import classes from '../look/frame.module.css'

const parts = [msg('Card'), msg('You'), msg('Verify'), msg('PIN')] as const

export function Segments({ step }: { step: VisitStep }) {
  const states = segmentsAt(step)
  return (
    <ol className={`cv-muted cv-size-13 ${classes.segments}`} aria-label={t('Steps')}>
      {parts.map((part, place) => (
        <li
          key={part}
          className={`cv-line ${states[place] === 'current' ? 'cv-strong' : ''}`}
          data-state={states[place]}
          aria-current={states[place] === 'current' ? 'step' : undefined}
        >
          {states[place] === 'done' && (
            <IconCheck size={16} stroke={2} color="var(--cv-ok-dot)" aria-label={t('Done')} />
          )}
          {t(part)}
        </li>
      ))}
    </ol>
  )
}
