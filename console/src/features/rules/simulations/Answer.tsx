import type { SimulationQuestion, simulations } from '@claviger/contract/rules/simulations'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { Box, Stack } from '@mantine/core'
import { t } from '#platform/text/text.ts'
import { Chain, decidedBy, VerdictHead } from '#features/decide/why/Chain.tsx'
import type { Names } from '#features/decide/policy-content/known-names.ts'
import { namesIn } from '#features/decide/policy-content/known-names.ts'
import { anyOf } from '#features/decide/policy-content/policy-labels.ts'
import { factNames } from './question.ts'

type Answered = OutputOf<typeof simulations.simulate.reply>

/** Values of unspecified facts for which the result would differ. */
function Open({ of }: { of: Answered }) {
  const turning = of.open.flatMap(({ fact, values }) => {
    const other = values.filter(({ allowed }) => allowed !== of.allowed)
    return other.length === 0 ? [] : [{ fact, names: other.map(({ name }) => name) }]
  })
  if (of.open.length === 0) return null
  if (turning.length === 0)
    return <p className="cv-muted cv-linked">{t("The values you left open don't change this result.")}</p>
  return (
    <section>
      <Box component="h2" mb={6} fz={13} fw={600}>
        {t('Values left open')}
      </Box>
      <ul>
        {turning.map(({ fact, names }) => (
          <Box component="li" py={4} key={fact}>
            <b>{t(factNames[fact] ?? fact)}:</b>{' '}
            {of.allowed
              ? t('Refused for {values}', { values: anyOf(names, 6) })
              : t('Allowed for {values}', { values: anyOf(names, 6) })}
          </Box>
        ))}
      </ul>
    </section>
  )
}

/** Result of a simulation: the decision, all evaluated policies, and what would change it. */
export function Answer({ of, facts, names }: { of: Answered; facts: SimulationQuestion; names: Names }) {
  const told = namesIn(of.names)
  return (
    <Stack gap={16} aria-live="polite">
      <VerdictHead of={of}>
        {of.exempt
          ? t('A policy would block this, but policies never block administrators on the sign-in page.')
          : decidedBy(of)}
      </VerdictHead>
      <Chain of={of} facts={facts} names={id => told(id) ?? names(id)} />
      <Open of={of} />
    </Stack>
  )
}
