import type { UsageDay } from '@claviger/contract/billing/usage'
import { Box, Group } from '@mantine/core'
import { useState } from 'react'
import { count, dateOf, fullDateOf } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { ChartCard } from '#platform/ui/charts/ChartCard.tsx'
import { Curve } from '#platform/ui/charts/Curve.tsx'
import classes from './usage.module.css'

const measures = [
  { of: 'keys', label: msg('Security keys') },
  { of: 'ssoUsers', label: msg('Single sign-on') },
  { of: 'secondFactorUsers', label: msg('Second factor') },
] as const

/** Usage of each day: what the lines of a bill are computed from. */
export function UsageCard({ days }: { days: readonly UsageDay[] }) {
  const [of, setOf] = useState<(typeof measures)[number]['of']>('keys')
  const shown = measures.find(one => one.of === of) ?? measures[0]
  const highest = Math.max(0, ...days.map(day => day[of]))
  return (
    <ChartCard
      title={t('Usage per day')}
      columns={[t('Day'), ...measures.map(({ label }) => t(label))]}
      rows={days.map(day => [fullDateOf(day.date), ...measures.map(measure => day[measure.of])])}
      right={
        <Group component="span" className={classes.measures} gap={4} role="group" aria-label={t('Measure')}>
          {measures.map(({ of: one, label }) => (
            <button key={one} type="button" aria-pressed={one === of} onClick={() => setOf(one)}>
              {t(label)}
            </button>
          ))}
        </Group>
      }
    >
      {days.length === 0 ? (
        <Box component="p" className="cv-quiet" p="24px 0">
          {t('No usage yet. The first day appears here tomorrow.')}
        </Box>
      ) : (
        <>
          <Box component="p" className="cv-small" mb={4}>
            {t('{measure}: highest day {count}', { measure: t(shown.label), count: count(highest) })}
          </Box>
          <Curve
            label={t(shown.label)}
            points={days.map(day => ({
              label: dateOf(day.date),
              says: `${dateOf(day.date)}: ${count(day[of])}`,
              value: day[of],
            }))}
          />
        </>
      )}
    </ChartCard>
  )
}
