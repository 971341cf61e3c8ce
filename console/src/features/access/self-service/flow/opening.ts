import { selfServiceActions } from '../state/page-actions.ts'
import type { SelfServiceAction, SelfServiceConfig } from '@claviger/contract/access/self-service'
import { settle } from '../state/page-actions.ts'
import { fromPage } from '#platform/light-page/extension-bridge.ts'
import type { PageMessage } from '@claviger/contract/keys/extension'
import { msg } from '#platform/light-page/page-texts.ts'
import { begin } from './card-flow.ts'
import type { Effect, Event, PageMove } from '../state/events.ts'
import type { PageMemo } from '../state/memo.ts'
import { withEffects, ask, withoutEffects, withNotice, withWizard } from './page-moves.ts'
import { withoutCardQuery, idleTimeout } from '../state/page-query.ts'
import { freshWizard } from '../state/state.ts'
import type { State } from '../state/state.ts'
import { verifySignedIn } from './verification-flow.ts'

/** Milliseconds after which an extension that has not answered counts as absent (R82). */
export const extensionPatience = 8000

const { enrollment, recovery } = selfServiceActions

/** The page opens: reads the configuration with a session, or requests a session first (R55). */
export function onOpened(state: State, { session, memo }: Extract<Event, { is: 'opened' }>): PageMove {
  const [wizard, returned] = memo !== null && isOurs(state, memo) ? [memo.wizard, outcomeOf(memo)] : [freshWizard, null]
  const start: Effect[] = [
    { does: 'post', message: { source: fromPage, type: 'GET_LOGIN_INFO' } },
    { does: 'wait', timer: 'extension', ms: extensionPatience },
  ]
  const known: State = { ...state, session, wizard, returned }
  return withEffects(start, session === null ? ask(known, { name: 'challenge' }) : ask(known, { name: 'config' }))
}

// No longer than a visit lasts: at a public page, the next user may already be there
const goodForIn = ({ kiosk }: State['query']) => (kiosk ? idleTimeout : 15 * 60_000)

const isOurs = ({ query, now }: State, { address, at, signedIn, failed }: PageMemo): boolean =>
  address.split('?')[0] === `/self-service/${query.page}` &&
  (signedIn !== null || failed || now - at < goodForIn(query))

const outcomeOf = ({ signedIn, failed }: PageMemo) => ({ signedIn, failed })

/** A session was created: stores it and reads the configuration after a delay (R55). */
export const onChallenge = (state: State, session: string): PageMove => [
  { ...state, session },
  [
    { does: 'keep', session },
    { does: 'wait', timer: 'config', ms: settle },
  ],
]

/** Requests a new session and resets the page as if it had just been opened (R57). */
export const restart = (state: State, resumed: State['resumed'] = null): PageMove =>
  withEffects(
    [{ does: 'forget', all: false }],
    ask(
      { ...state, stage: 'opening', session: null, wizard: freshWizard, returned: null, resumed, away: null },
      {
        name: 'challenge',
      },
    ),
  )

/** Forgets the previous user entirely; the next user starts at step 0 (kiosk). */
export const onForgotten = (state: State): PageMove =>
  withEffects(
    [{ does: 'forget', all: true }, { does: 'strip' }],
    ask(
      {
        ...state,
        query: withoutCardQuery(state.query),
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
export function onConfig(state: State, config: SelfServiceConfig): PageMove {
  const open: State = { ...state, config, stage: 'open', restarts: 0 }
  const told = toOnPremise(open)
  const { returned, resumed } = open
  if (returned !== null) return withEffects(told, afterSignIn({ ...open, returned: null }, returned))
  if (resumed !== null) return withEffects(told, resume({ ...open, resumed: null }, resumed))
  if (open.onboarding === 'wanted') return withEffects(told, onboard(open))
  return withEffects(told, firstAction(open))
}

/** Repeats what the user chose when the session ended; only once, to prevent a loop. */
function resume(state: State, { action, card }: NonNullable<State['resumed']>): PageMove {
  const [next, effects] = begin(state, action, card)
  return [{ ...next, asked: next.asked && { ...next.asked, repeated: true } }, effects]
}

function afterSignIn(state: State, { signedIn, failed }: NonNullable<State['returned']>): PageMove {
  if (signedIn !== null) return verifySignedIn(state, signedIn)
  return withoutEffects(failed ? withNotice(state, signInFailed) : state)
}

const signInFailed = msg("You weren't signed in. Try again, or ask your administrator")

/** Only installations with decimal readers must be known to the extension (R86). */
function toOnPremise({ config, extension, origin }: State): Effect[] {
  if (!extension || config?.configs.inputReadingFormat !== 'dec' || config.production) return []
  return [{ does: 'post', message: { source: fromPage, type: 'CHANGE_SERVER_ON_PREMISE', payload: { url: origin } } }]
}

/** The extension answered, or its timeout expired (R82). */
export function extensionKnown(state: State, extension: State['extension']): PageMove {
  if (state.extension) return withoutEffects(state)
  const known: State = { ...state, extension }
  const told = toOnPremise(known)
  return known.stage === 'open' && known.onboarding === 'wanted' ? withEffects(told, onboard(known)) : [known, told]
}

const onboarding: PageMessage = { source: fromPage, type: 'AUTHENTICATOR_ONBOARDING_START' }
/** Exact (messages: self-service.onboarding-unsupported). */
export const onboardingUnsupported = msg('Authenticator onboarding is not supported in this environment')

/** Makes the extension the browser's authenticator, if both support it (R66). */
function onboard(state: State): PageMove {
  const possible = state.config?.authenticatorOnboarding === true
  if (possible && state.extension === undefined) return withoutEffects(withWizard(state, { spinner: true }))
  const settled = withWizard({ ...state, onboarding: 'settled' }, { spinner: false })
  if (possible && state.extension) return withEffects([{ does: 'post', message: onboarding }], firstAction(settled))
  return firstAction(withNotice(settled, onboardingUnsupported))
}

/** Starts the address's action, the only offered action, or home (R69–R73, G23). */
export function firstAction(state: State): PageMove {
  const { query, config } = state
  const action = config === null ? null : wantedAction(state, config)
  if (action === null) return withoutEffects(state)
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
