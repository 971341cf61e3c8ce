import { IconCheck } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import classes from './import.module.css'

const steps = [msg('Upload'), msg('Map columns'), msg('Review'), msg('Import')] as const

export function Steps({ at, last }: { at: number; last: string }) {
  return (
    <ol className={classes.steps} aria-label={t('Steps')}>
      {steps.map((step, place) => (
        <li key={step} data-done={place < at || undefined} aria-current={place === at ? 'step' : undefined}>
          <span className={classes.dot}>
            {place < at ? <IconCheck size={13} stroke={2.4} aria-label={t('Done')} /> : place + 1}
          </span>
          <span>{place === 3 ? last : t(step)}</span>
        </li>
      ))}
    </ol>
  )
}
