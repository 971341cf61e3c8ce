import { askedAhead, leftOf } from '../page-prefetch.ts'
import { counts } from '../flow/clock.ts'
import { flow } from '../flow/flow.ts'
import type { Effect, Event } from '../state/events.ts'
import { queryOf } from '../state/page-query.ts'
import { freshState } from '../state/state.ts'
import type { State } from '../state/state.ts'
import { language, propose, resetPageLanguage } from '#platform/light-page/page-texts.ts'
import { solveInWorker } from '#platform/work/solve-in-worker.ts'
import { listenToExtension, post } from '#platform/light-page/extension-bridge.ts'
import { asEvent, send } from './send-call.ts'
import type { CallOutcome } from './send-call.ts'
import { dropMemo, forget, keepMemo, keepSession, keptMemo, keptSession } from './storage.ts'

export interface Machine {
  readonly state: () => State
  readonly tell: (event: Event) => void
  readonly subscribe: (listener: () => void) => () => void
  readonly texts: () => void
}

const tickEvery = 250

export function startMachine(): Machine {
  const { pathname, search, origin } = window.location
  let state = freshState(queryOf(pathname, search), origin, Date.now())
  let ticking: number | undefined
  let underWay = new AbortController()
  const listeners = new Set<() => void>()

  function tell(event: Event): void {
    const [next, effects] = flow(state, event, Date.now())
    state = next
    for (const effect of effects) act(effect)
    if (counts(state) && ticking === undefined) ticking = window.setInterval(() => tell({ is: 'tick' }), tickEvery)
    if (!counts(state) && ticking !== undefined) {
      window.clearInterval(ticking)
      ticking = undefined
    }
    for (const listener of listeners) listener()
  }

  function act(effect: Effect): void {
    switch (effect.does) {
      case 'call': {
        const { id, call, session, proof } = effect
        underWay.abort()
        underWay = new AbortController()
        const asked = askedAhead(call, session) ?? send(call, state.query.page, session, proof, underWay.signal)
        void asked.then(outcome => tell(asEvent(id, outcome)))
        return
      }
      case 'work':
        return solveInWorker(effect.work, proof => tell({ is: 'worked', id: effect.id, proof }))
      case 'wait':
        return void window.setTimeout(
          () => tell({ is: 'due', timer: effect.timer }),
          effect.timer === 'config' ? leftOf(effect.ms) : effect.ms,
        )
      case 'post':
        return post(effect.message)
      case 'keep':
        return keepSession(effect.session)
      case 'remember':
        return keepMemo(effect.memo)
      case 'forget':
        forget(effect.all)
        return effect.all ? resetPageLanguage() : undefined
      case 'clear-sign-in':
        return dropMemo()
      case 'go':
        return window.location.assign(effect.to)
      case 'open':
        return void window.open(effect.to, '_blank', 'noopener')
      case 'strip':
        return window.history.replaceState(null, '', pathname + (state.query.kiosk ? '?kiosk=1' : ''))
      case 'alert':
        return window.alert(effect.text)
      case 'speak':
        return void propose(effect.language).then(texts)
    }
  }

  const inTheirWords = (outcome: CallOutcome) => {
    if (outcome.is === 'answered' && outcome.answer.name === 'config')
      tell({ is: 'texts', config: outcome.answer.reply })
    return outcome
  }
  let told = language()
  function texts(): void {
    if (told === language() || state.session === null) return
    told = language()
    void send({ name: 'config' }, state.query.page, state.session, null, new AbortController().signal).then(
      inTheirWords,
    )
  }

  listenToExtension(tell)
  window.addEventListener('online', () => state.away !== null && tell({ is: 'retry' }))
  // Restored from the back/forward cache after a sign-in: the frozen page has no pending timers or calls, so reload
  window.addEventListener('pageshow', event => event.persisted && window.location.reload())
  const memo = keptMemo()
  dropMemo()
  tell({ is: 'opened', session: keptSession(), memo })
  return {
    state: () => state,
    tell,
    texts,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
