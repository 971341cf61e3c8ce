import type { KioskState } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import type { MusterMark, MusterPerson, MusterState } from '@claviger/contract/oversight/attendance/attendance-musters'
import { connect } from '../connection.ts'
import { startSender } from '../queue/sender.ts'
import type { SendOutcome } from '../queue/sender.ts'
import { waiting } from '../queue/waiting.ts'
import type { Row } from '../queue/waiting.ts'
import { cleanReading } from '../wire/reader-text.ts'
import { mostMarks } from '../wire/limits.ts'

type QueuedMark = Pick<MusterMark, 'id' | 'personId' | 'card' | 'at'> & {
  readonly musterId: string
  readonly safe: boolean
}

export interface MusterView {
  readonly server: KioskState | null
  readonly refusal: string | null
  readonly online: boolean
  /** Null while no muster is active. */
  readonly muster: MusterState | null
  readonly queue: readonly QueuedMark[]
  /** Cards of this phone that belong to no user. */
  readonly unknownCards: number
}

export interface Muster {
  readonly state: () => MusterView
  readonly subscribe: (listener: () => void) => () => void
  readonly mark: (personId: string, safe: boolean) => void
  readonly tap: (text: string) => void
  readonly open: (authority: string) => void
}

/** Other marshals tick people off at the same time; milliseconds. */
const refreshEvery = 3000

/** The people of a list, with those who changed in place of their earlier entries. */
export function merged(known: MusterState | null, news: MusterState): MusterState {
  if (known?.musterId !== news.musterId) return news
  const people = new Map(known.people.map(person => [person.personId, person]))
  for (const person of news.people) people.set(person.personId, person)
  return { ...news, people: [...people.values()] }
}

/** People as this phone shows them: marks that are not sent yet count already. */
export function withMarks(people: readonly MusterPerson[], marks: readonly QueuedMark[]): MusterPerson[] {
  const latest = new Map(marks.flatMap(({ personId, safe }) => (personId === undefined ? [] : [[personId, safe]])))
  return people.map(person => ({ ...person, safe: latest.get(person.personId) ?? person.safe }))
}

export function startMuster(session: string): Muster {
  let view: MusterView = { server: null, refusal: null, online: true, muster: null, queue: [], unknownCards: 0 }
  const listeners = new Set<() => void>()
  const queue = waiting<QueuedMark>('marks', session)
  const set = (more: Partial<MusterView>) => {
    view = { ...view, ...more }
    for (const listener of listeners) listener()
  }
  const connection = connect(session, more => {
    set(more)
    if (more.server && view.muster === null) void refresh()
  })

  const take = (news: MusterState) =>
    set({ muster: merged(view.muster, news), unknownCards: view.unknownCards + news.unknownCards })

  async function sendMarks(rows: readonly Row<QueuedMark>[]): Promise<SendOutcome> {
    for (const [musterId, marks] of Map.groupBy(rows, row => row.musterId)) {
      const outcome = await connection.ask('mark', {
        musterId,
        now: new Date(connection.now()).toISOString(),
        marks: marks.map(({ id, personId, card, safe, at }) => ({ id, personId, card, safe, at })),
      })
      if (outcome.is === 'lost') return 'lost'
      if (outcome.is === 'refused') {
        // A muster that has ended accepts no marks, so they would stay in the queue forever
        if (outcome.status === 401) return 'refused'
      } else {
        connection.measure(outcome.reply.now, outcome.sent, outcome.received)
        if (outcome.reply.musterId === view.muster?.musterId) take(outcome.reply)
      }
    }
    return 'sent'
  }

  const sender = startSender(`attendance-marks ${session}`, queue, mostMarks, sendMarks, rows => set({ queue: rows }))

  async function refresh(): Promise<void> {
    if (view.server === null) return
    const outcome = await connection.ask('muster', view.muster ? { since: view.muster.cursor } : {})
    if (outcome.is === 'answered') take(outcome.reply)
    else if (outcome.is === 'refused' && outcome.status === 404) set({ muster: null })
  }

  async function keep(mark: Pick<QueuedMark, 'personId' | 'card' | 'safe'>): Promise<void> {
    if (view.muster === null) return
    const { musterId } = view.muster
    const kept = { id: crypto.randomUUID(), at: new Date(connection.now()).toISOString(), musterId, ...mark }
    await queue.keep(kept)
    set({ queue: [...view.queue, kept] })
    sender.wake()
  }

  window.setInterval(() => void refresh(), refreshEvery)
  window.addEventListener('offline', () => set({ online: false }))
  void queue
    .all()
    .then(rows => set({ queue: rows }))
    .finally(() => sender.wake())
  return {
    state: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    mark: (personId, safe) => void keep({ personId, safe }),
    tap(text) {
      const card = cleanReading(text)
      if (card !== '') void keep({ card, safe: true })
    },
    open: authority => void connection.open(authority).then(() => sender.wake()),
  }
}
