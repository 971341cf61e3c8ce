import { reachedOf, stages } from '@claviger/contract/access/self-service-settings/funnel'
import type { PageResults } from '@claviger/contract/access/self-service-settings/self-service-page'
import { Box, Stack } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { count, longDateOf, percentOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Figures } from '#platform/ui/charts/Figures.tsx'
import { Select } from '#platform/ui/fields/Select.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useDraft } from '../editor/page-draft.ts'
import { useSource } from '../source.ts'
import { Part } from '../steps/Part.tsx'
import { stageNames } from '../page-labels.ts'
import classes from '../editor.module.css'

function Funnel({ of }: { of: PageResults }) {
  const reached = reachedOf(of.whole)
  const all = reached[0]?.people ?? 0
  if (all === 0) return <p className="cv-muted cv-wrap cv-linked">{t('No visits in this period.')}</p>
  return (
    <Stack component="ol" className={classes.funnel} gap={10} aria-label={t('Progress by step')}>
      {reached.map(({ stage, people, gaveUp }) => (
        <li key={stage}>
          <span>{t(stageNames[stage])}</span>
          <span className={classes.track} aria-hidden>
            <i style={{ width: `${(people / all) * 100}%` }} />
          </span>
          <Box component="b" className="cv-number" ta="end">
            {count(people)}
          </Box>
          <Box component="span" className="cv-number" ta="end">
            {percentOf(people / all, 0)}
          </Box>
          {gaveUp > 0 && (
            <Box component="em" className="cv-small" fs="normal">
              {t('{count, plural, one {# gave up here} other {# gave up here}}', { count: gaveUp })}
            </Box>
          )}
        </li>
      ))}
    </Stack>
  )
}

export default function ResultsTab() {
  const { calls, fixed } = useSource()
  const { page } = useDraft()
  const [days, setDays] = useState(30)
  const read = useRead(calls.results, { ...fixed, page: page.id, days }, { keepEarlier: true })
  const results = read.data
  return (
    <>
      <Part title={t('Period')} about={t('Only totals are stored, without user or card data')}>
        <Select
          aria-label={t('Period')}
          data={[7, 30, 90, 366].map(value => ({
            value: String(value),
            label: t('{count, plural, one {# day} other {# days}}', { count: value }),
          }))}
          value={String(days)}
          allowDeselect={false}
          onChange={value => setDays(Number(value ?? 30))}
        />
      </Part>
      <Waiting on={read} what={t('the figures')}>
        {results && (
          <>
            <Part
              title={t('Progress by step')}
              about={t(
                '{enrolled, plural, one {# card enrolled} other {# cards enrolled}}, {recovered, plural, one {# PIN reset} other {# PINs reset}}',
                {
                  enrolled: results.enrolled,
                  recovered: results.recovered,
                },
              )}
            >
              <Funnel of={results} />
            </Part>
            {results.days.length > 0 && (
              <Figures
                label={t('By day')}
                columns={[t('Day'), ...stages.map(stage => t(stageNames[stage]))]}
                rows={results.days.map(
                  ({ day, counts }) => [longDateOf(day), ...stages.map(stage => counts[stage])] as const,
                )}
              />
            )}
          </>
        )}
      </Waiting>
    </>
  )
}
