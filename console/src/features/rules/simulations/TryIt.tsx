import type { InputOf } from '@claviger/contract/platform/endpoint'
import { simulations } from '@claviger/contract/rules/simulations'
import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { CountrySource } from '#features/decide/policy-content/CountrySource.tsx'
import { useNames } from '#features/decide/policy-content/known-names.ts'
import { Answer } from './Answer.tsx'
import { factsOf, isOpen, openQuestion, type SimulatorQuestion } from './question.ts'
import { TryForm } from './TryForm.tsx'

const typing = 400

export type PolicyDrafts = NonNullable<InputOf<typeof simulations.simulate.input>['drafts']>

export function TryIt({
  drafts,
  start,
  wide = false,
}: {
  drafts: PolicyDrafts
  start?: SimulatorQuestion
  wide?: boolean
}) {
  const [is, change] = useState<SimulatorQuestion>(start ?? openQuestion)
  const [asked] = useDebouncedValue(JSON.stringify({ facts: factsOf(is), drafts }), typing)
  const input = JSON.parse(asked) as InputOf<typeof simulations.simulate.input>
  const nothing = isOpen(input.facts)
  const answer = useRead(simulations.simulate, input, { when: !nothing, quiet: true, keepEarlier: true, fresh: 5000 })
  const { of: names } = useNames()
  return (
    <Grid
      columns={wide ? 'minmax(280px, 420px) minmax(0, 1fr)' : 'minmax(0, 1fr)'}
      gap={wide ? 32 : 20}
      align="start"
      below={1024}
    >
      <Stack component="section" gap={12} {...(wide && { className: 'cv-box', p: 16 })} aria-label={t('Input')}>
        <TryForm is={is} change={change} />
        <p className="cv-muted cv-linked">
          {t('Values you leave open are tested with every possible value.')} <CountrySource />
        </p>
      </Stack>
      <section aria-label={t('Result')}>
        {nothing ? (
          <p className="cv-muted cv-linked">{t('Enter at least one value to see the result.')}</p>
        ) : (
          <Waiting on={answer} what={t('the result')}>
            {answer.data && <Answer of={answer.data} facts={input.facts} names={names} />}
          </Waiting>
        )}
      </section>
    </Grid>
  )
}
