import type { TimeSpan } from '@claviger/contract/decide/policy-content'
import { Group, Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { anyOf, dayName, spanOf } from '#features/decide/policy-content/policy-labels.ts'
import classes from './editor.module.css'

const day = 24 * 60
const minutesOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

function partsOf(spans: readonly TimeSpan[]): { day: number; from: number; to: number }[] {
  return spans.flatMap(({ days, from, to }) => {
    const [start, end] = [minutesOf(from), minutesOf(to)]
    if (Number.isNaN(start) || Number.isNaN(end)) return []
    return days.flatMap(one =>
      start < end
        ? [{ day: one, from: start, to: end }]
        : [
            { day: one, from: start, to: day },
            { day: (one % 7) + 1, from: 0, to: end },
          ],
    )
  })
}

export function Week({ spans }: { spans: readonly TimeSpan[] }) {
  if (spans.length === 0) return null
  const parts = partsOf(spans)
  return (
    <Stack gap={4} maw={560} role="img" aria-label={t('Week: {spans}', { spans: anyOf(spans.map(spanOf), 10) })}>
      {[1, 2, 3, 4, 5, 6, 7].map(one => (
        <Grid key={one} className="cv-quiet" columns="36px minmax(0, 1fr)" gap={0} align="center" fz={12}>
          <span>{dayName(one)}</span>
          <div className={classes.hours}>
            {parts
              .filter(part => part.day === one)
              .map(({ from, to }) => (
                <i
                  key={`${from} ${to}`}
                  style={{ left: `${(from / day) * 100}%`, width: `${((to - from) / day) * 100}%` }}
                />
              ))}
          </div>
        </Grid>
      ))}
      <Group className="cv-small" gap={0} justify="space-between" wrap="nowrap" ps={36}>
        {[0, 6, 12, 18, 24].map(hour => (
          <span key={hour}>{hour}</span>
        ))}
      </Group>
    </Stack>
  )
}
