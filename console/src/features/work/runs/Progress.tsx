import { Group } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { count, percentOf } from '#platform/text/formats.ts'
import classes from './runs.module.css'

export function Progress({ done, of, label }: { done: number; of: number; label: string }) {
  const share = of === 0 ? 100 : Math.floor((done / of) * 100)
  return (
    <div>
      <Group component="p" gap={12} justify="space-between" wrap="nowrap" mb={8} align="stretch">
        <span aria-live="polite">{label}</span> <b className="cv-number">{percentOf(share / 100, 0)}</b>
      </Group>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={t('{done} of {total}', { done: count(done), total: count(of) })}
      >
        <span style={{ width: `${share}%` }} />
      </div>
    </div>
  )
}
