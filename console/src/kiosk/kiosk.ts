import type { AttendanceTap } from '@claviger/contract/oversight/attendance/session-fields'
import { listenToExtension, post, fromPage } from '#platform/light-page/extension-bridge.ts'
import { connect } from './connection.ts'
import { allowSound, play } from './parts/tones.ts'
import { startSender } from './queue/sender.ts'
import type { SendOutcome } from './queue/sender.ts'
import { waiting } from './queue/waiting.ts'
import type { Row } from './queue/waiting.ts'
import { emptyView } from './kiosk-view.ts'
import type { KioskView, QueuedTap, ResultKind, ShownResult } from './kiosk-view.ts'
import { cleanReading } from './wire/reader-text.ts'
import { mostTaps, tapResults } from './wire/limits.ts'

export interface Kiosk {
  readonly state: () => KioskView
  readonly subscribe: (listener: () => void) => () => void
  /** Milliseconds of the server. */
  readonly now: () => number
  readonly tap: (text: string) => void
  readonly open: (authority: string) => void
}

/** A result stays this long, unless the next person taps; milliseconds. */
const shownFor = { success: 3500, duplicate: 5000, 'no-access': 6000, invalid: 5000, stored: 3500, closed: 6000 }
/** Milliseconds without a response after which the kiosk shows that the tap is stored. */
const patience = 2000
/** A tap is shown as not sent after this long: drawing it earlier would only delay its result; milliseconds. */
const soon = 1000
/** After this long a result would be shown to the next person; milliseconds. */
const stillThere = 10_000
/** Other kiosks record people, too; milliseconds. */
const refreshEvery = 10_000
const mostRecent = 8

const kindOf: Record<number, ResultKind> = {
  [tapResults.success]: 'success',
  [tapResults.duplicate]: 'duplicate',
  [tapResults.noAccess]: 'no-access',
  [tapResults.invalidCard]: 'invalid',
}

export const resultOf = (tap: AttendanceTap): ResultKind => kindOf[tap.result] ?? 'invalid'

export function startKiosk(session: string): Kiosk {
  let view: KioskView = emptyView
  let clearing = 0
  let patient = 0
  let showing = 0
  let waitingTaps: readonly QueuedTap[] = emptyView.queue
  /** The tap whose result is shown next. */
  let awaited: QueuedTap | null = null
  const listeners = new Set<() => void>()
  const queue = waiting<QueuedTap>('taps', session)
  const set = (more: Partial<KioskView>) => {
    const next = { ...view, ...more }
    // The page is drawn before the result of a tap only if there is something new
    if (Object.entries(next).every(([name, value]) => view[name as keyof KioskView] === value)) return
    view = next
    for (const listener of listeners) listener()
  }
  const connection = connect(session, more => {
    // Nothing is sent before the token is known
    const isFirst = Boolean(more.server) && view.server === null
    set(more)
    if (isFirst) sender.wake()
  })
  const refresh = () => void connection.refresh().then(() => sender.wake())

  function show(shown: ShownResult): void {
    clearTimeout(clearing)
    clearing = window.setTimeout(() => set({ shown: null }), shownFor[shown.kind])
    set({ shown })
    play(shown.kind)
  }

  function stored({ id, at }: QueuedTap): void {
    clearTimeout(patient)
    if (view.shown?.id !== id) show({ kind: 'stored', id, at, tap: null })
  }

  async function sendTaps(rows: readonly Row<QueuedTap>[]): Promise<SendOutcome> {
    const direction = view.server?.kiosk.direction ?? 'both'
    const outcome = await connection.ask('taps', {
      now: new Date(connection.now()).toISOString(),
      taps: rows.map(({ id, card, at }) => ({ id, card, at, direction })),
    })
    if (outcome.is !== 'answered') showQueue()
    if (outcome.is === 'lost') {
      if (awaited !== null) stored(awaited)
      return 'lost'
    }
    if (outcome.is === 'refused') return 'refused'
    const { now, state, items, counts } = outcome.reply
    connection.measure(now, outcome.sent, outcome.received)
    const byId = new Map(rows.map(row => [row.id, row]))
    const taps = items.flatMap(item => item.tap ?? [])
    const refused = items.flatMap(item => {
      const row = byId.get(item.id)
      return item.tap === null && row && item.outcome !== 'known' ? [row] : []
    })
    if (view.server !== null) {
      const people = taps.filter(({ personId }) => personId !== null).toReversed()
      const known = new Set(people.map(({ id }) => id))
      const recent = [...people, ...view.server.recent.filter(({ id }) => !known.has(id))].slice(0, mostRecent)
      connection.take({ ...view.server, counts, recent, session: { ...view.server.session, state } })
    }
    if (refused.length > 0) set({ lost: [...view.lost, ...refused] })
    const decided = items.find(({ id }) => id === awaited?.id)
    if (decided && awaited !== null) {
      const { id, at } = awaited
      const result = decided.tap
      awaited = null
      clearTimeout(patient)
      // The person of a tap that had to wait has left
      if (connection.now() - Date.parse(at) < stillThere)
        show({ kind: result === null ? 'closed' : resultOf(result), id, at: result?.at ?? at, tap: result })
    }
    return 'sent'
  }

  function showQueue(): void {
    clearTimeout(showing)
    showing = 0
    set({ queue: waitingTaps })
  }

  function queueIs(rows: readonly QueuedTap[]): void {
    waitingTaps = rows.length === 0 ? emptyView.queue : rows
    if (rows.length === 0 || view.queue.length > 0 || !view.online) showQueue()
    else if (showing === 0) showing = window.setTimeout(showQueue, soon)
  }

  const sender = startSender(`attendance-taps ${session}`, queue, mostTaps, sendTaps, queueIs)

  async function tap(text: string): Promise<void> {
    const card = cleanReading(text)
    if (card === '') return
    const at = new Date(connection.now()).toISOString()
    const id = crypto.randomUUID()
    const kept = await queue.keep({ id, card, at })
    awaited = kept
    clearTimeout(patient)
    if (view.online) patient = window.setTimeout(() => stored(kept), patience)
    else stored(kept)
    queueIs([...waitingTaps, kept])
    sender.wake(kept)
  }

  listenToExtension(event => {
    if (event.is === 'read') void tap(event.text)
    else post({ source: fromPage, type: 'CARD_WANTED', payload: { wanted: true } })
  })
  post({ source: fromPage, type: 'GET_LOGIN_INFO' })
  // With the first key, because the sound takes a moment to start, and then delays the first result
  window.addEventListener('keydown', allowSound, { once: true })
  window.setInterval(refresh, refreshEvery)
  window.addEventListener('online', refresh)
  window.addEventListener('offline', () => set({ online: false }))
  return {
    state: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    now: connection.now,
    tap: text => void tap(text),
    open: authority => void connection.open(authority),
  }
}
