import { selfServiceActions } from '../state/page-actions.ts'
import type { CardReader, SelfServiceAction } from '@claviger/contract/access/self-service'
import { attributesOf, mayAutoSubmit } from '@claviger/contract/access/self-service/form'
import { canonicalCard } from '@claviger/contract/keys/card-text'
import { msg } from '#platform/light-page/page-texts.ts'
import type { ReplyTo } from '../state/page-calls.ts'
import { signInAt } from './provider-sign-in-flow.ts'
import type { PageMove } from '../state/events.ts'
import { identify } from './identify.ts'
import { ask, enter, withoutEffects, withNotice, withWizard } from './page-moves.ts'
import { cardRead } from '../state/card-reading.ts'
import type { Card, State } from '../state/state.ts'
import { mayGoWithout } from '../state/page-view.ts'

const { enrollment, recovery } = selfServiceActions

/** Starts an action: first tells the server, then looks the card up (R74). */
export function begin(state: State, action: SelfServiceAction, card: Card | null): PageMove {
  const wizard = { action, card, identity: null, done: null, leaveAt: null, spinner: card !== null }
  return ask(withWizard(state, wizard), { name: 'start', type: action })
}

/** The server accepted the action: after `settle` ms, looks the card up or asks for one (R74, R75; G85). */
export const onStarted = (state: State, settle: number): PageMove =>
  state.wizard.card === null
    ? withoutEffects(enter(state, 1))
    : [state, [{ does: 'wait', timer: 'lookup', ms: settle }]]

/** Looks up the card that the user arrived with (R77). */
export function lookUp(state: State): PageMove {
  const { card } = state.wizard
  return card === null
    ? withoutEffects(state)
    : ask(state, { name: 'lookup', cardId: card.id, type: card.from, ...(card.by && { reader: card.by }) })
}

/** The card is known: continues with the identity provider, the user found, or the form (R78–R80). */
export function lookedUp(state: State, found: ReplyTo<'lookup'>): PageMove {
  if (found.redirectMsal && found.tokenId !== null && found.signIn !== null) return signInAt(state, found.signIn)
  const form = enter(state, 2, { spinner: false })
  if (found.redirectMsal) return withoutEffects(form)
  const attributes = attributesOf(found)
  return mayAutoSubmit(state.config?.configs ?? {}, attributes) ? identify(state, { attributes }) : withoutEffects(form)
}

export const unreadable = msg('This is not a card number. Tap your card again')
export const chooseFirst = msg('Choose what you want to do first, then tap your card')

const waits = ({ stage, asked, wizard }: State) => stage === 'open' && asked === null && wizard.step <= 1

/** A keyboard reader typed a text followed by Enter (R118–R122). */
export function read(state: State, text: string, by: CardReader): PageMove {
  const format = state.config?.configs.inputReadingFormat ?? 'none'
  if (!waits(state) || format === 'none' || text.trim() === '') return withoutEffects(state)
  const found = cardRead(format, text)
  return found === null
    ? withoutEffects(withNotice(state, unreadable))
    : take(state, { id: found.card, from: 'card', by }, found.recovery)
}

/** The extension received a reader's input, so the page's own input does not have to listen. */
export function readElsewhere(state: State, text: string): PageMove {
  if (state.config?.configs.inputReadingFormat !== 'none') return read(state, text, 'extension')
  const card = canonicalCard(text)
  return waits(state) && card !== undefined
    ? take(state, { id: card, from: 'card', by: 'extension' }, false)
    : withoutEffects(state)
}

export const onTap = (state: State, card: string): PageMove =>
  waits(state) ? take(state, { id: card, from: 'card', by: 'nfc' }, false) : withoutEffects(state)

function take(state: State, card: Card, recovers: boolean): PageMove {
  const { step, action } = state.wizard
  const offered = state.config?.services
  // At step 1 the action chosen before continues; only the suffix overrides it (G17)
  if (step === 1 && action !== null && (!recovers || action === recovery))
    return lookUp(withWizard({ ...state, notice: null }, { card, spinner: true }))
  const wanted = recovers ? recovery : enrollment
  const possible = wanted === recovery ? offered?.pinRecovery : offered?.enrollment
  return possible === true
    ? begin({ ...state, notice: null }, wanted, card)
    : withoutEffects(withNotice(state, chooseFirst))
}

/** Continues without a card, where the new key is not verified (R76, G58). */
export function withoutCard(state: State): PageMove {
  if (!waits(state) || state.wizard.step !== 1 || !mayGoWithout(state)) return withoutEffects(state)
  return withoutEffects(enter({ ...state, notice: null }, 2, { card: null }))
}

const atStart = (state: State) => withWizard({ ...state, notice: null }, { step: 0, history: [], modal: null })

export const choose = (state: State, action: SelfServiceAction): PageMove =>
  state.stage === 'open' && state.asked === null && state.wizard.step === 0
    ? begin({ ...state, notice: null }, action, null)
    : withoutEffects(state)

export const recoverInstead = (state: State): PageMove =>
  state.asked === null && state.config?.services.pinRecovery === true
    ? begin(atStart(state), recovery, state.wizard.card)
    : withoutEffects(state)

export const anotherCard = (state: State): PageMove =>
  state.asked === null && state.wizard.action !== null
    ? begin(atStart(state), state.wizard.action, null)
    : withoutEffects(state)
