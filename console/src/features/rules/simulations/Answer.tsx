import type { SimulationQuestion, simulations } from '@claviger/contract/rules/simulations'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { t } from '#platform/text/text.ts'
import { Chain, decidedBy, VerdictHead } from '#features/decide/why/Chain.tsx'
import type { Names } from '#features/decide/policy-content/known-names.ts'
import { namesIn } from '#features/decide/policy-content/known-names.ts'
import { anyOf } from '#features/decide/policy-content/policy-labels.ts'
import { factNames } from './question.ts'
import classes from './simulations.module.css'

type Answered = OutputOf<typeof simulations.simulate.reply>

/** Values of unspecified facts for which the result would differ. */
function Open({ of }: { of: Answered }) {
  const turning = of.open.flatMap(({ fact, values }) => {
    const other = values.filter(({ allowed }) => allowed !== of.allowed)
    return other.length === 0 ? [] : [{ fact, names: other.map(({ name }) => name) }]
  })
  if (of.open.length === 0) return null
  if (turning.length === 0)
    return <p className={classes.quiet}>{t("The values you left open don't change this result.")}</p>
  return (
    <section className={classes.open}>
      <h2>{t('Values left open')}</h2>
      <ul>
        {turning.map(({ fact, names }) => (
          <li key={fact}>
            <b>{t(factNames[fact] ?? fact)}:</b>{' '}
            {of.allowed
              ? t('Refused for {values}', { values: anyOf(names, 6) })
              : t('Allowed for {values}', { values: anyOf(names, 6) })}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Result of a simulation: the decision, all evaluated policies, and what would change it. */
export function Answer({ of, facts, names }: { of: Answered; facts: SimulationQuestion; names: Names }) {
  const told = namesIn(of.names)
  return (
    <div className={classes.answer} aria-live="polite">
      <VerdictHead of={of}>
        {of.exempt
          ? t('A policy would block this, but policies never block administrators on the sign-in page.')
          : decidedBy(of)}
      </VerdictHead>
      <Chain of={of} facts={facts} names={id => told(id) ?? names(id)} />
      <Open of={of} />
    </div>
  )
}
