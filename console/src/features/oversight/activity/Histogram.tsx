import { activity } from '@claviger/contract/oversight/activity'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { Box, Group } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { count, momentOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { SmallBars } from '#platform/ui/charts/SmallBars.tsx'

/** Entries over time that match the list's filters; without a start time, of the last day. */
export function Histogram({ ask }: { ask: Record<string, unknown> }) {
  const read = useRead(activity.histogram, ask as InputOf<typeof activity.histogram.input>, {
    quiet: true,
    keepEarlier: true,
  })
  const { from, width, buckets = [], whole } = read.data ?? {}
  const start = new Date(from ?? 0).getTime()
  const at = (index: number) => momentOf(new Date(start + index * (width ?? 0)).toISOString())
  const total = buckets.reduce((sum, { succeeded, failed }) => sum + succeeded + failed, 0)
  const failures = buckets.reduce((sum, { failed }) => sum + failed, 0)
  const said =
    read.data &&
    t('{total} entries since {from}, {failed} failed', { total: count(total), from: at(0), failed: count(failures) })
  return (
    <Box mih={60}>
      {said !== undefined && (
        <>
          <SmallBars
            label={said}
            of={buckets.map(({ succeeded, failed }, index) => ({
              says: t('{day}: {succeeded} succeeded, {failed} failed', {
                day: at(index),
                succeeded: count(succeeded),
                failed: count(failed),
              }),
              value: succeeded + failed,
              failed,
            }))}
          />
          <Group component="p" className="cv-small" gap={12} justify="space-between" wrap="nowrap" mt={4}>
            <span>{at(0)}</span>
            <Box component="span" className="cv-not-on-phone">
              {whole === true ? said : t('Only the newest {count} entries are counted', { count: count(total) })}
            </Box>
            <span>{at(buckets.length)}</span>
          </Group>
        </>
      )}
    </Box>
  )
}
