import { Box, Button, CloseButton, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../platform/text/text.ts'
import { useSession } from '../../shell/session.tsx'
import { keepTourStep, tourStep } from '../../shell/tour-state.ts'
import { tourSteps } from './tour-steps.ts'
import classes from './tour.module.css'

/** The guided tour of the demo: one thing at a time, with the page that shows it. */
export default function Tour() {
  const { me } = useSession()
  const [at, setAt] = useState(tourStep)
  const navigate = useNavigate()
  const step = at === null ? undefined : tourSteps[at]
  if (!me.demo || at === null || step === undefined) return null
  function go(to: number | null) {
    keepTourStep(to)
    setAt(to)
  }
  const isLast = at === tourSteps.length - 1
  return (
    <section className={classes.tour} aria-label={t('Guided tour')}>
      <Group component="header" gap={6} justify="space-between" wrap="nowrap" fz={12} className="cv-muted">
        <span>{t('Guided tour, {number} of {total}', { number: at + 1, total: tourSteps.length })}</span>
        <CloseButton size="sm" aria-label={t('Close the tour')} onClick={() => go(null)} />
      </Group>
      <div aria-live="polite">
        <h2>{t(step.title)}</h2>
        <p className="cv-quiet">{t(step.says)}</p>
      </div>
      <Group component="footer" gap={6} wrap="nowrap">
        <Button size="xs" onClick={() => void navigate({ to: step.to, search: step.search ?? {} })}>
          {t('Show it')}
        </Button>
        <Box flex={1} />
        <Button size="xs" variant="subtle" disabled={at === 0} onClick={() => go(at - 1)}>
          {t('Back')}
        </Button>
        <Button size="xs" variant="default" onClick={() => go(isLast ? null : at + 1)}>
          {isLast ? t('Finish') : t('Next')}
        </Button>
      </Group>
    </section>
  )
}
