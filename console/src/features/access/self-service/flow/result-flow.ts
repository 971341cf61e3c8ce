import type { Effect, PageMove } from '../state/events.ts'
import { withEffects, ask, withoutEffects, withWizard } from './page-moves.ts'
import { onForgotten } from './opening.ts'
import { withoutCardQuery } from '../state/page-query.ts'
import { freshWizard } from '../state/state.ts'
import { selfServiceActions } from '../state/page-actions.ts'
import type { State } from '../state/state.ts'
import { onTheWeb } from '../state/page-view.ts'

/** Time until the result page closes, in milliseconds (R115). */
export const resultStays = 5000

const enrolledWithoutPin = ({ wizard }: State): boolean =>
  wizard.action === selfServiceActions.enrollment && wizard.card !== null && !wizard.pinRequired

/** The server enrolled the card or changed its PIN: the only way to step 5 (R107, R113). */
export const onDone = (state: State, keyName: string): PageMove =>
  withoutEffects(
    withWizard(
      { ...state, notice: null },
      {
        step: 5,
        history: [],
        done: { keyName, pinless: enrolledWithoutPin(state) },
        pinRequired: false,
        verification: 'none',
        modal: null,
        spinner: false,
        identity: null,
        leaveAt: state.now + resultStays,
      },
    ),
  )

/** Returns to the first step for the next user: without the query and with a fresh configuration (R114, R115). */
export const toFirstStep = (state: State): PageMove =>
  withEffects(
    [{ does: 'strip' }],
    ask(
      { ...state, query: withoutCardQuery(state.query), wizard: freshWizard, notice: null, stage: 'opening' },
      { name: 'config' },
    ),
  )

/** A kiosk page must not show the next user anything of the previous one, including the language. */
const toNext = (state: State): PageMove => (state.query.kiosk ? onForgotten(state) : toFirstStep(state))

export const startOver = (state: State): PageMove => {
  if (state.asked !== null) return withoutEffects(state)
  return state.wizard.done === null ? toFirstStep(state) : toNext(state)
}

/** After the countdown: goes to the page owner's target address, or back to the first step (R115, G16). */
export function leavePage(state: State): PageMove {
  const to = onTheWeb(state.config?.redirectUrl ?? null, state.origin)
  const over = withWizard(state, { leaveAt: null })
  if (to === null) return toNext(over)
  const away: Effect[] = [
    { does: 'forget', all: state.query.kiosk },
    { does: 'go', to },
  ]
  return [over, away]
}
