import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { problem } from '../../problem.ts'

/** What a piece of work is for those who wait behind it: a way in, a single act, much at once, or work of the server. */
export type Haste = 'entry' | 'single' | 'bulk' | 'job'

interface Rule {
  /** How often it is next, where all kinds wait. */
  share: number
  /** So many may wait; more would not be served in time. */
  most: number
  /** In milliseconds. */
  patience: number
}

const rules: Readonly<Record<Haste, Rule>> = {
  entry: { share: 6, most: 4000, patience: 2000 },
  single: { share: 4, most: 4000, patience: 2000 },
  bulk: { share: 1, most: 1000, patience: 2000 },
  // Nobody stands there and waits
  job: { share: 1, most: 10_000, patience: 60_000 },
}
const kinds = Object.keys(rules) as Haste[]

interface Waiting {
  until: number
  enter: () => void
  refuse: (why: Error) => void
}

/**
 * Who may have a connection next. Each kind of work has its own queue with an end, so that much at once keeps nobody
 * from signing in; whoever would wait too long is refused. Those for whom there is no place in a queue are refused
 * after the same time as the others, for they would only come again.
 */
export class Gate {
  readonly #places: number
  /** Much at once leaves some places free. */
  readonly #placesOfMany: number
  #inside = 0
  #many = 0
  readonly #queues: Record<Haste, Waiting[]> = { entry: [], single: [], bulk: [], job: [] }
  readonly #passed: Record<Haste, number> = { entry: 0, single: 0, bulk: 0, job: 0 }
  #watch: NodeJS.Timeout | undefined
  /** Says why nobody is let in, while the database is away. */
  shut: (() => Error) | undefined

  constructor(places: number) {
    this.#places = places
    this.#placesOfMany = Math.max(1, Math.floor(places * 0.75))
  }

  /** Returns what must be called on leaving; throws not-ready where the wait would be too long. */
  enter(haste: Haste): Promise<() => void> | (() => void) {
    if (this.shut && haste !== 'job') throw this.shut()
    const leave = () => this.#leave(haste)
    if (this.#mayEnter(haste) && kinds.every(kind => this.#queues[kind].length === 0)) {
      this.#count(haste, 1)
      return leave
    }
    return new Promise((resolve, refuse) => {
      const { most, patience } = rules[haste]
      const until = performance.now() + patience
      const queue = this.#queues[haste]
      if (queue.length >= most) {
        setTimeout(() => refuse(problem('not-ready')), patience)
        return
      }
      queue.push({ until, enter: () => resolve(leave), refuse })
      this.#watch ??= setInterval(() => this.#refuseLate(), 50)
      this.#next()
    })
  }

  /** Refuses everybody who waits. */
  refuseAll(why: () => Error): void {
    for (const kind of kinds.filter(one => one !== 'job'))
      for (const waiting of this.#queues[kind].splice(0)) waiting.refuse(why())
  }

  #mayEnter = (haste: Haste) => this.#inside < this.#places && (!isMany(haste) || this.#many < this.#placesOfMany)

  #count(haste: Haste, by: 1 | -1): void {
    this.#inside += by
    if (isMany(haste)) this.#many += by
  }

  #leave(haste: Haste): void {
    this.#count(haste, -1)
    this.#next()
  }

  #next(): void {
    for (let kind = this.#whoIsNext(); kind !== undefined; kind = this.#whoIsNext()) {
      this.#count(kind, 1)
      this.#passed[kind] += 1 / rules[kind].share
      this.#queues[kind].shift()?.enter()
    }
  }

  /** Of those who wait and may enter the kind that has had least of its share. */
  #whoIsNext(): Haste | undefined {
    let next: Haste | undefined
    for (const kind of kinds) {
      if (this.#queues[kind].length === 0) {
        // Who did not wait has nothing to catch up with
        this.#passed[kind] = Math.max(this.#passed[kind], this.#least)
        continue
      }
      if (!this.#mayEnter(kind)) continue
      if (next === undefined || this.#passed[kind] < this.#passed[next]) next = kind
    }
    if (next !== undefined) this.#least = this.#passed[next]
    return next
  }

  #least = 0

  #refuseLate(): void {
    const now = performance.now()
    let waiting = 0
    for (const kind of kinds) {
      const queue = this.#queues[kind]
      const late = queue.findIndex(one => one.until > now)
      for (const one of queue.splice(0, late < 0 ? queue.length : late)) one.refuse(problem('not-ready'))
      waiting += queue.length
    }
    if (waiting > 0) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }
}

const isMany = (haste: Haste) => haste === 'bulk' || haste === 'job'

const gates = new WeakMap<pg.Pool, Gate>()

/** The gate before a pool. */
export function gateOf(pool: pg.Pool): Gate {
  const known = gates.get(pool)
  if (known) return known
  const made = new Gate(pool.options.max)
  gates.set(pool, made)
  return made
}

const hastes = new AsyncLocalStorage<Haste>()

/** Does work as what it is for those who wait behind it; without this it is a job. */
export const as = <T>(haste: Haste, work: () => T): T => hastes.run(haste, work)

/** What the running work is. */
export const hasteNow = (): Haste => hastes.getStore() ?? 'job'
