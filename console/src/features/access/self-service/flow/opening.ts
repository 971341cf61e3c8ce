import { selfServiceActions } from '../state/names.ts'
import type { SelfServiceAction, SelfServiceConfig } from '@claviger/contract/access/self-service'
import { fromPage, settle } from '../state/names.ts'
import type { PageMessage } from '@claviger/contract/keys/extension'
import { msg } from '../words/words.ts'
import { begin } from './card.ts'
import type { Effect, Event, Move } from '../state/events.ts'
import type { Memo } from '../state/memo.ts'
import { after, ask, only, withNotice, withWizard } from './moves.ts'
import { bare, silence } from '../state/query.ts'
import { freshWizard } from '../state/state.ts'
import type { State } from '../state/state.ts'
import { verifySignedIn } from './verify.ts'

/** An extension that has not answered by then is absent (R82; milliseconds). */
export const extensionPatience = 8000

const { enrollment, recovery } = selfServiceActions

/** The page opens: with a session its configuration at once, else a session first (R55). */
export function opened(state: State, { session, memo }: Extract<Event, { is: 'opened' }>): Move {
  const [wizard, returned] = memo !== null && isOurs(state, memo) ? [memo.wizard, outcomeOf(memo)] : [freshWizard, null]
  const start: Effect[] = [
    { does: 'post', message: { source: fromPage, type: 'GET_LOGIN_INFO' } },
    { does: 'wait', timer: 'extension', ms: extensionPatience },
  ]
  const known: State = { ...state, session, wizard, returned }
  return after(start, session === null ? ask(known, { name: 'challenge' }) : ask(known, { name: 'config' }))
}

// No longer than a visit lasts, or somebody may be away from a page in public
const goodForIn = ({ kiosk }: State['query']) => (kiosk ? silence : 15 * 60_000)

/** Was this page left, and by whoever is here now? A tab that was given up elsewhere keeps what somebody typed. */
const isOurs = ({ query, now }: State, { address, at, signedIn, failed }: Memo): boolean =>
  address.split('?')[0] === `/self-service/${query.page}` &&
  (signedIn !== null || failed || now - at < goodForIn(query))

const outcomeOf = ({ signedIn, failed }: Memo) => ({ signedIn, failed })

/** A session was given: it is kept, and the configuration follows a moment later (R55). */
export const challenged = (state: State, session: string): Move => [
  { ...state, session },
  [
    { does: 'keep', session },
    { does: 'wait', timer: 'config', ms: settle },
  ],
]

/** A new session, and the page as if it had just been opened (R57). */
export const restarted = (state: State, resumed: State['resumed'] = null): Move =>
  after(
    [{ does: 'forget', all: false }],
    ask(
      { ...state, stage: 'opening', session: null, wizard: freshWizard, returned: null, resumed, away: null },
      {
        name: 'challenge',
      },
    ),
  )

/** Everything of the person before is gone, and the next one begins at step 0 (kiosk). */
export const forgotten = (state: State): Move =>
  after(
    [{ does: 'forget', all: true }, { does: 'strip' }],
    ask(
      {
        ...state,
        query: bare(state.query),
        stage: 'opening',
        session: null,
        wizard: freshWizard,
        returned: null,
        resumed: null,
        away: null,
        notice: null,
        languageChosen: false,
        silentAt: null,
      },
      { name: 'challenge' },
    ),
  )

/** The configuration is there: what the address, the services or a sign-in elsewhere ask for begins. */
export function configured(state: State, config: SelfServiceConfig): Move {
  const open: State = { ...state, config, stage: 'open', restarts: 0 }
  const told = toOnPremise(open)
  const { returned, resumed } = open
  if (returned !== null) return after(told, afterSignIn({ ...open, returned: null }, returned))
  if (resumed !== null) return after(told, resume({ ...open, resumed: null }, resumed))
  if (open.onboarding === 'wanted') return after(told, onboard(open))
  return after(told, firstAction(open))
}

/** Goes on with what somebody chose as the session ended; once only, so that nobody is sent in circles. */
function resume(state: State, { action, card }: NonNullable<State['resumed']>): Move {
  const [next, effects] = begin(state, action, card)
  return [{ ...next, asked: next.asked && { ...next.asked, repeated: true } }, effects]
}

function afterSignIn(state: State, { signedIn, failed }: NonNullable<State['returned']>): Move {
  if (signedIn !== null) return verifySignedIn(state, signedIn)
  return only(failed ? withNotice(state, signInFailed) : state)
}

/** Said when somebody comes back from a sign-in that did not end. */
const signInFailed = msg("You weren't signed in. Try again, or ask your administrator")

/** Readers in decimal belong to installations whose extension must know them (R86). */
function toOnPremise({ config, extension, origin }: State): Effect[] {
  if (!extension || config?.configs.inputReadingFormat !== 'dec' || config.production) return []
  return [{ does: 'post', message: { source: fromPage, type: 'CHANGE_SERVER_ON_PREMISE', payload: { url: origin } } }]
}

/** The extension answered, or did not in time (R82). */
export function extensionKnown(state: State, extension: State['extension']): Move {
  if (state.extension) return only(state)
  const known: State = { ...state, extension }
  const told = toOnPremise(known)
  return known.stage === 'open' && known.onboarding === 'wanted' ? after(told, onboard(known)) : [known, told]
}

const onboarding: PageMessage = { source: fromPage, type: 'AUTHENTICATOR_ONBOARDING_START' }
/** Exact (messages: self-service.onboarding-unsupported). */
export const onboardingUnsupported = msg('Authenticator onboarding is not supported in this environment')

/** Makes the extension the browser's authenticator, where both sides can (R66). */
function onboard(state: State): Move {
  const possible = state.config?.authenticatorOnboarding === true
  if (possible && state.extension === undefined) return only(withWizard(state, { spinner: true }))
  const settled = withWizard({ ...state, onboarding: 'settled' }, { spinner: false })
  if (possible && state.extension) return after([{ does: 'post', message: onboarding }], firstAction(settled))
  return firstAction(withNotice(settled, onboardingUnsupported))
}

/** What the address asks for, or the only thing that is offered, or home (R69–R73, G23). */
export function firstAction(state: State): Move {
  const { query, config } = state
  const action = config === null ? null : wantedAction(state, config)
  if (action === null) return only(state)
  return begin(state, action, query.card === null ? null : { id: query.card, from: 'query' })
}

function wantedAction({ query }: State, config: SelfServiceConfig): SelfServiceAction | null {
  const { enrollment: enrolls, pinRecovery: recovers } = config.services
  if (query.action === 'recovery') return recovers ? recovery : null
  if (query.action === 'enroll') return enrolls ? enrollment : null
  if (query.card !== null) return enrolls ? enrollment : recovers ? recovery : null
  if (config.displayHomePageScreen || enrolls === recovers) return null
  return enrolls ? enrollment : recovery
}
