import {
  anotherCard,
  choose,
  lookedUp,
  lookUp,
  read,
  readElsewhere,
  recoverInstead,
  started,
  tapped,
  withoutCard,
} from './card-flow.ts'
import { decisive } from '../state/page-calls.ts'
import type { Call, Reply } from '../state/page-calls.ts'
import { stay, tick, touched } from './clock.ts'
import { signInWanted } from './provider-sign-in-flow.ts'
import type { Event, Move, Timer } from '../state/events.ts'
import { settle } from '../state/page-actions.ts'
import { found, identified } from './identify.ts'
import { ask, back, only } from './page-moves.ts'
import { challenged, configured, extensionKnown, opened } from './opening.ts'
import { typePin } from './pin-flow.ts'
import { lost, refused, repeat, retry, worked } from './refused-calls.ts'
import { done, startOver } from './result-flow.ts'
import type { State } from '../state/state.ts'
import { closeModal, codeSent, confirm, typeCode, verified, wantCode } from './verification-flow.ts'
import { cardWanted, openReports } from './extension-flow.ts'

export function flow(before: State, event: Event, now: number): Move {
  const state: State = { ...before, now }
  const [next, effects] = move(state, event)
  return [touched(next, event.is), [...effects, ...cardWanted(state, next)]]
}

function move(state: State, event: Event): Move {
  switch (event.is) {
    case 'opened':
      return opened(state, event)
    case 'answered':
      return state.asked?.id === event.id ? answered(state, state.asked.call, event.answer) : only(state)
    case 'refused':
      return state.asked?.id === event.id ? refused(state, state.asked, event.refused) : only(state)
    case 'lost':
      return state.asked?.id === event.id ? lost(state, 'unreachable') : only(state)
    case 'worked':
      return state.asked?.id === event.id ? worked(state, state.asked, event.proof) : only(state)
    case 'due':
      return due(state, event.timer)
    case 'tick':
      return tick(state)
    case 'extension':
      return extensionKnown(state, { id: event.id, version: event.version })
    case 'read':
      if (event.at === 'extension') return readElsewhere(state, event.text)
      return read(state, event.text, event.at === 'hand' ? 'typed' : 'keyboard')
    case 'tapped':
      return tapped(state, event.card)
    case 'chosen':
      return choose(state, event.action)
    case 'without-card':
      return withoutCard(state)
    case 'identified':
      return identified(state, event.identity)
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
      return only(stay(state))
    case 'touched':
      return only(state)
    case 'retry':
      return retry(state)
    case 'recover-instead':
      return recoverInstead(state)
    case 'another-card':
      return anotherCard(state)
    case 'language-chosen':
      return only({ ...state, languageChosen: true })
    case 'texts':
      return only(state.config === null ? state : { ...state, config: event.config.selfService })
    case 'reports':
      return openReports(state)
  }
}

function answered(before: State, call: Call, { name, reply }: Reply): Move {
  const state: State = { ...before, asked: null, away: null }
  switch (name) {
    case 'challenge':
      return challenged(state, reply.session)
    case 'config':
      return configured(state, reply.selfService)
    case 'start':
      return started(state, settle)
    case 'lookup':
      return lookedUp(state, reply)
    case 'token':
      return found(state, reply)
    case 'code':
      return call.name === 'code' ? codeSent(state, call.type) : only(state)
    case 'verify':
      return verified(state, reply)
    case 'enroll':
    case 'reset':
      return done(state, reply.keyName)
  }
}

function due(state: State, timer: Timer): Move {
  if (timer === 'extension') return state.extension === undefined ? extensionKnown(state, null) : only(state)
  if (timer === 'retry') return repeat(state)
  if (state.asked !== null) return only(state)
  if (timer === 'lookup') return lookUp(state)
  return state.session === null ? only(state) : ask(state, { name: 'config' })
}

/** Goes back, unless the server is deciding; late answers to the earlier step are ignored. */
const turnBack = (state: State): Move =>
  state.asked !== null && decisive(state.asked.call)
    ? only(state)
    : only(back({ ...state, asked: null, away: null, notice: null }))
