import { Box, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { count } from '#platform/text/formats.ts'
import classes from './charts.module.css'

export interface Bar {
  key: string
  label: string
  value: number
  /** What the bar is a part of; the largest value if omitted. */
  of?: number
  /** Shown instead of the value. */
  says?: string
  color?: string
  /** The list that contains what is counted. */
  to?: string
  search?: Record<string, string | number>
}

/** Numbers with a bar each, for few things of long names; each name opens its list. */
export function Bars({ of }: { of: readonly Bar[] }) {
  const most = Math.max(1, ...of.map(({ value }) => value))
  return (
    <Stack component="ul" gap={10}>
      {of.map(bar => (
        <Stack key={bar.key} component="li" gap={4}>
          <Group component="span" gap={12} align="baseline" justify="space-between" wrap="nowrap">
            {bar.to === undefined ? (
              <span className="cv-cut" title={bar.label}>
                {bar.label}
              </span>
            ) : (
              <Link to={bar.to} search={bar.search ?? {}} className="cv-cut cv-plain" title={bar.label}>
                {bar.label}
              </Link>
            )}
            <Box component="b" flex="none" className="cv-number">
              {bar.says ?? count(bar.value)}
            </Box>
          </Group>
          <span className={classes.barTrack} aria-hidden>
            <span
              style={{
                width: `${(bar.value / Math.max(1, bar.of ?? most)) * 100}%`,
                background: bar.color ?? 'var(--cv-chart-1)',
              }}
            />
          </span>
        </Stack>
      ))}
    </Stack>
  )
}
