import { selfServiceActions } from '../state/page-actions.ts'
import type { SelfServiceAction, SelfServiceConfig } from '@claviger/contract/access/self-service'
import { settle } from '../state/page-actions.ts'
import { fromPage } from '#platform/light-page/extension-bridge.ts'
import type { PageMessage } from '@claviger/contract/keys/extension'
import { msg } from '#platform/light-page/page-texts.ts'
import { begin } from './card-flow.ts'
import type { Effect, Event, Move } from '../state/events.ts'
import type { Memo } from '../state/memo.ts'
import { after, ask, only, withNotice, withWizard } from './page-moves.ts'
import { bare, silence } from '../state/page-query.ts'
import { freshWizard } from '../state/state.ts'
import type { State } from '../state/state.ts'
import { verifySignedIn } from './verification-flow.ts'

/** Milliseconds after which an extension that has not answered counts as absent (R82). */
export const extensionPatience = 8000

const { enrollment, recovery } = selfServiceActions

/** The page opens: reads the configuration with a session, or requests a session first (R55). */
export function opened(state: State, { session, memo }: Extract<Event, { is: 'opened' }>): Move {
  const [wizard, returned] = memo !== null && isOurs(state, memo) ? [memo.wizard, outcomeOf(memo)] : [freshWizard, null]
  const start: Effect[] = [
    { does: 'post', message: { source: fromPage, type: 'GET_LOGIN_INFO' } },
    { does: 'wait', timer: 'extension', ms: extensionPatience },
  ]
  const known: State = { ...state, session, wizard, returned }
  return after(start, session === null ? ask(known, { name: 'challenge' }) : ask(known, { name: 'config' }))
}

// No longer than a visit lasts: at a public page, the next user may already be there
const goodForIn = ({ kiosk }: State['query']) => (kiosk ? silence : 15 * 60_000)

const isOurs = ({ query, now }: State, { address, at, signedIn, failed }: Memo): boolean =>
  address.split('?')[0] === `/self-service/${query.page}` &&
  (signedIn !== null || failed || now - at < goodForIn(query))

const outcomeOf = ({ signedIn, failed }: Memo) => ({ signedIn, failed })

/** A session was created: stores it and reads the configuration after a delay (R55). */
export const challenged = (state: State, session: string): Move => [
  { ...state, session },
  [
    { does: 'keep', session },
    { does: 'wait', timer: 'config', ms: settle },
  ],
]

/** Requests a new session and resets the page as if it had just been opened (R57). */
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

/** Forgets the previous user entirely; the next user starts at step 0 (kiosk). */
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

/** The configuration arrived: starts what the address, the services, or a returning sign-in asks for. */
export function configured(state: State, config: SelfServiceConfig): Move {
  const open: State = { ...state, config, stage: 'open', restarts: 0 }
  const told = toOnPremise(open)
  const { returned, resumed } = open
  if (returned !== null) return after(told, afterSignIn({ ...open, returned: null }, returned))
  if (resumed !== null) return after(told, resume({ ...open, resumed: null }, resumed))
  if (open.onboarding === 'wanted') return after(told, onboard(open))
  return after(told, firstAction(open))
}

/** Repeats what the user chose when the session ended; only once, to prevent a loop. */
function resume(state: State, { action, card }: NonNullable<State['resumed']>): Move {
  const [next, effects] = begin(state, action, card)
  return [{ ...next, asked: next.asked && { ...next.asked, repeated: true } }, effects]
}

function afterSignIn(state: State, { signedIn, failed }: NonNullable<State['returned']>): Move {
  if (signedIn !== null) return verifySignedIn(state, signedIn)
  return only(failed ? withNotice(state, signInFailed) : state)
}

const signInFailed = msg("You weren't signed in. Try again, or ask your administrator")

/** Only installations with decimal readers must be known to the extension (R86). */
function toOnPremise({ config, extension, origin }: State): Effect[] {
  if (!extension || config?.configs.inputReadingFormat !== 'dec' || config.production) return []
  return [{ does: 'post', message: { source: fromPage, type: 'CHANGE_SERVER_ON_PREMISE', payload: { url: origin } } }]
}

/** The extension answered, or its timeout expired (R82). */
export function extensionKnown(state: State, extension: State['extension']): Move {
  if (state.extension) return only(state)
  const known: State = { ...state, extension }
  const told = toOnPremise(known)
  return known.stage === 'open' && known.onboarding === 'wanted' ? after(told, onboard(known)) : [known, told]
}

const onboarding: PageMessage = { source: fromPage, type: 'AUTHENTICATOR_ONBOARDING_START' }
/** Exact (messages: self-service.onboarding-unsupported). */
export const onboardingUnsupported = msg('Authenticator onboarding is not supported in this environment')

/** Makes the extension the browser's authenticator, if both support it (R66). */
function onboard(state: State): Move {
  const possible = state.config?.authenticatorOnboarding === true
  if (possible && state.extension === undefined) return only(withWizard(state, { spinner: true }))
  const settled = withWizard({ ...state, onboarding: 'settled' }, { spinner: false })
  if (possible && state.extension) return after([{ does: 'post', message: onboarding }], firstAction(settled))
  return firstAction(withNotice(settled, onboardingUnsupported))
}

/** Starts the address's action, the only offered action, or home (R69–R73, G23). */
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
