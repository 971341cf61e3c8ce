import {
  anotherCard,
  choose,
  lookedUp,
  lookUp,
  read,
  readElsewhere,
  recoverInstead,
  onStarted,
  onTap,
  withoutCard,
} from './card-flow.ts'
import { blocksGoingBack } from '../state/page-calls.ts'
import type { Call, Reply } from '../state/page-calls.ts'
import { stayOpen, onTick, onActivity } from './clock.ts'
import { signInWanted } from './provider-sign-in-flow.ts'
import type { Event, PageMove, Timer } from '../state/events.ts'
import { settle } from '../state/page-actions.ts'
import { onFound, onIdentified } from './identify.ts'
import { ask, back, withoutEffects } from './page-moves.ts'
import { onChallenge, onConfig, extensionKnown, onOpened } from './opening.ts'
import { typePin } from './pin-flow.ts'
import { onCallLost, refused, repeatCall, retry, onWorkDone } from './refused-calls.ts'
import { onDone, startOver } from './result-flow.ts'
import type { State } from '../state/state.ts'
import { closeModal, codeSent, confirm, typeCode, verified, wantCode } from './verification-flow.ts'
import { cardWanted, openReports } from './extension-flow.ts'

export function flow(before: State, event: Event, now: number): PageMove {
  const state: State = { ...before, now }
  const [next, effects] = move(state, event)
  return [onActivity(next, event.is), [...effects, ...cardWanted(state, next)]]
}

function move(state: State, event: Event): PageMove {
  switch (event.is) {
    case 'opened':
      return onOpened(state, event)
    case 'answered':
      return state.asked?.id === event.id ? answered(state, state.asked.call, event.answer) : withoutEffects(state)
    case 'refused':
      return state.asked?.id === event.id ? refused(state, state.asked, event.refused) : withoutEffects(state)
    case 'lost':
      return state.asked?.id === event.id ? onCallLost(state, 'unreachable') : withoutEffects(state)
    case 'worked':
      return state.asked?.id === event.id ? onWorkDone(state, state.asked, event.proof) : withoutEffects(state)
    case 'due':
      return due(state, event.timer)
    case 'tick':
      return onTick(state)
    case 'extension':
      return extensionKnown(state, { id: event.id, version: event.version })
    case 'read':
      if (event.at === 'extension') return readElsewhere(state, event.text)
      return read(state, event.text, event.at === 'hand' ? 'typed' : 'keyboard')
    case 'tapped':
      return onTap(state, event.card)
    case 'chosen':
      return choose(state, event.action)
    case 'without-card':
      return withoutCard(state)
    case 'identified':
      return onIdentified(state, event.identity)
    case 'code-wanted':
      return wantCode(state, event.channel)
    case 'code-typed':
      return typeCode(state, event.code)
    case 'modal-closed':
      return closeModal(state)
    case 'confirmed':
      return confirm(state)
    case 'sign-in-wanted':
      return signInWanted(state)
    case 'pin-typed':
      return typePin(state, event.pin, event.again)
    case 'back':
      return turnBack(state)
    case 'first-step':
      return startOver(state)
    case 'stay':
      return withoutEffects(stayOpen(state))
    case 'touched':
      return withoutEffects(state)
    case 'retry':
      return retry(state)
    case 'recover-instead':
      return recoverInstead(state)
    case 'another-card':
      return anotherCard(state)
    case 'language-chosen':
      return withoutEffects({ ...state, languageChosen: true })
    case 'texts':
      return withoutEffects(state.config === null ? state : { ...state, config: event.config.selfService })
    case 'reports':
      return openReports(state)
  }
}

function answered(before: State, call: Call, { name, reply }: Reply): PageMove {
  const state: State = { ...before, asked: null, away: null }
  switch (name) {
    case 'challenge':
      return onChallenge(state, reply.session)
    case 'config':
      return onConfig(state, reply.selfService)
    case 'start':
      return onStarted(state, settle)
    case 'lookup':
      return lookedUp(state, reply)
    case 'token':
      return onFound(state, reply)
    case 'code':
      return call.name === 'code' ? codeSent(state, call.type) : withoutEffects(state)
    case 'verify':
      return verified(state, reply)
    case 'enroll':
    case 'reset':
      return onDone(state, reply.keyName)
  }
}

function due(state: State, timer: Timer): PageMove {
  if (timer === 'extension') return state.extension === undefined ? extensionKnown(state, null) : withoutEffects(state)
  if (timer === 'retry') return repeatCall(state)
  if (state.asked !== null) return withoutEffects(state)
  if (timer === 'lookup') return lookUp(state)
  return state.session === null ? withoutEffects(state) : ask(state, { name: 'config' })
}

/** Goes back, unless the server is deciding; late answers to the earlier step are ignored. */
const turnBack = (state: State): PageMove =>
  state.asked !== null && blocksGoingBack(state.asked.call)
    ? withoutEffects(state)
    : withoutEffects(back({ ...state, asked: null, away: null, notice: null }))
