import { Group } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import classes from './import.module.css'

const steps = [msg('Upload'), msg('Map columns'), msg('Review'), msg('Import')] as const

export function Steps({ at, last }: { at: number; last: string }) {
  return (
    <Group component="ol" className={classes.steps} gap="8px 16px" aria-label={t('Steps')}>
      {steps.map((step, place) => (
        <Group
          component="li"
          className={`cv-step ${place === at ? 'cv-strong' : 'cv-muted'}`}
          gap={8}
          wrap="nowrap"
          key={step}
          data-done={place < at || undefined}
          aria-current={place === at ? 'step' : undefined}
        >
          <span className={`cv-dot ${classes.dot ?? ''}`}>
            {place < at ? <IconCheck size={13} stroke={2.4} aria-label={t('Done')} /> : place + 1}
          </span>
          <span>{place === 3 ? last : t(step)}</span>
        </Group>
      ))}
    </Group>
  )
}
