import type { Effect, Move } from '../state/events.ts'
import { after, ask, only, withWizard } from './moves.ts'
import { forgotten } from './opening.ts'
import { bare } from '../state/query.ts'
import { freshWizard } from '../state/state.ts'
import { selfServiceActions } from '../state/names.ts'
import type { State } from '../state/state.ts'
import { onTheWeb } from '../state/view.ts'

/** The result stays that long; milliseconds (R115). */
export const resultStays = 5000

const enrolledWithoutPin = ({ wizard }: State): boolean =>
  wizard.action === selfServiceActions.enrollment && wizard.card !== null && !wizard.pinRequired

/** The server has made the card a key, or changed its PIN: the only way to step 5 (R107, R113). */
export const done = (state: State, keyName: string): Move =>
  only(
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

/** To the first step, as somebody finds it who comes next: no query, the configuration anew (R114, R115). */
export const toFirstStep = (state: State): Move =>
  after(
    [{ does: 'strip' }],
    ask(
      { ...state, query: bare(state.query), wizard: freshWizard, notice: null, stage: 'opening' },
      { name: 'config' },
    ),
  )

/** The next person at a page in public finds nothing of this one, the language included. */
const toNext = (state: State): Move => (state.query.kiosk ? forgotten(state) : toFirstStep(state))

/** Somebody turned to the beginning by hand. */
export const startOver = (state: State): Move => {
  if (state.asked !== null) return only(state)
  return state.wizard.done === null ? toFirstStep(state) : toNext(state)
}

/** After the countdown: where the owner of the page sends people, or its beginning (R115, G16). */
export function leave(state: State): Move {
  const to = onTheWeb(state.config?.redirectUrl ?? null, state.origin)
  const over = withWizard(state, { leaveAt: null })
  if (to === null) return toNext(over)
  const away: Effect[] = [
    { does: 'forget', all: state.query.kiosk },
    { does: 'go', to },
  ]
  return [over, away]
}
