import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { AddressCard } from './AddressCard.tsx'
import { Phone } from './Phone.tsx'
import { previewSteps, type PreviewStep } from './preview-steps.ts'
import classes from '../preview.module.css'

export function Preview({ step }: { step: PreviewStep }) {
  const [shown, setShown] = useState<PreviewStep>(step)
  const [followed, setFollowed] = useState(step)
  if (followed !== step) {
    setFollowed(step)
    setShown(step)
  }
  return (
    <aside className={classes.side} aria-label={t('Live preview')}>
      <div className="cv-apart">
        <h2 className="cv-heading">{t('Live preview')}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t('Step')}
          value={shown}
          onChange={value => setShown(value as PreviewStep)}
          data={Object.entries(previewSteps).map(([value, label]) => ({ value, label: t(label) }))}
        />
      </div>
      <Phone step={shown} />
      <AddressCard />
    </aside>
  )
}
