import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { problem } from '../../problem.ts'
import { FairQueue } from './fair-queue.ts'

/** What a piece of work is for those who wait behind it: a way in, a single act, much at once, or work of the server. */
export type Haste = 'entry' | 'single' | 'bulk' | 'job'

interface Rule {
  /** How often it is next, where all kinds wait. */
  share: number
  /** So many may wait. What is quick is bounded by its patience alone, and by what a process can hold. */
  most: number
  /** In milliseconds. */
  patience: number
}

const rules: Readonly<Record<Haste, Rule>> = {
  entry: { share: 6, most: 20_000, patience: 2000 },
  single: { share: 4, most: 20_000, patience: 2000 },
  bulk: { share: 1, most: 1000, patience: 2000 },
  // Nobody stands there and waits
  job: { share: 1, most: 10_000, patience: 60_000 },
}
const kinds = Object.keys(rules) as Haste[]

/** Whoever wants to be let in. */
export interface Comer {
  haste: Haste
  /** Where it comes from; one network after the other is let in. */
  network: string
  /** It waits no longer than until then; where nothing is said, as long as its kind does. */
  until?: number | undefined
  /** Called at once where nobody waits, with what must be called on leaving. */
  enter: (leave: () => void) => void
  refuse: (why: () => Error) => void
}

type Waiting = Comer & { until: number }

/**
 * Who may go on next. Each kind of work has its own queue with an end, so that much at once keeps nobody from signing
 * in; whoever would wait too long is refused. Those for whom there is no place in a queue are refused after the same
 * time as the others, for they would only come again.
 */
export class Gate {
  readonly #places: number
  /** Much at once leaves some places free. */
  readonly #placesOfMany: number
  readonly #holds: () => boolean
  #inside = 0
  #many = 0
  readonly #queues: Record<Haste, FairQueue<Waiting>> = {
    entry: new FairQueue(),
    single: new FairQueue(),
    bulk: new FairQueue(),
    job: new FairQueue(),
  }
  readonly #passed: Record<Haste, number> = { entry: 0, single: 0, bulk: 0, job: 0 }
  #watch: NodeJS.Timeout | undefined
  /** Says why nobody is let in, while the database is away. */
  shut: (() => Error) | undefined

  /** `holds` may keep everybody waiting although there are places. */
  constructor(places: number, holds = () => false) {
    this.#places = places
    this.#placesOfMany = Math.max(1, Math.floor(places * 0.75))
    this.#holds = holds
  }

  /** How many callers wait. */
  get callers(): number {
    const { entry, single, bulk } = this.#queues
    return entry.size + single.size + bulk.size
  }

  get #waiting(): number {
    return this.callers + this.#queues.job.size
  }

  /** Returns what must be called on leaving; throws not-ready where the wait would be too long. */
  enter(haste: Haste, network = '', until?: number): Promise<() => void> {
    return new Promise((enter, refuse) => this.come({ haste, network, until, enter, refuse: why => refuse(why()) }))
  }

  /** Lets somebody in at once or later, or refuses them later; at once only while it is shut. */
  come(comer: Comer): void {
    const { haste } = comer
    if (this.shut && haste !== 'job') return comer.refuse(this.shut)
    if (this.#waiting === 0 && this.#mayEnter(haste)) return this.#admit(comer)
    const { most, patience } = rules[haste]
    const waiting = Object.assign(comer, { until: comer.until ?? performance.now() + patience })
    const queue = this.#queues[haste]
    if (queue.size < most) queue.push(waiting)
    else {
      const out = queue.pushOut(waiting)
      setTimeout(() => out.refuse(tooMany), Math.max(0, out.until - performance.now()))
    }
    this.#watch ??= setInterval(() => this.#look(), 50)
    this.#next()
  }

  /** Refuses everybody who waits. */
  refuseAll(why: () => Error): void {
    for (const kind of kinds.filter(one => one !== 'job'))
      for (const waiting of this.#queues[kind].takeAll()) waiting.refuse(why)
  }

  #mayEnter(haste: Haste): boolean {
    return this.#inside < this.#places && (!isMany(haste) || this.#many < this.#placesOfMany) && !this.#holds()
  }

  #count(haste: Haste, by: 1 | -1): void {
    this.#inside += by
    if (isMany(haste)) this.#many += by
  }

  #admit({ haste, enter }: Comer): void {
    this.#count(haste, 1)
    enter(() => {
      this.#count(haste, -1)
      this.#next()
    })
  }

  #next(): void {
    for (let kind = this.#whoIsNext(); kind !== undefined; kind = this.#whoIsNext()) {
      this.#passed[kind] += 1 / rules[kind].share
      const next = this.#queues[kind].take()
      if (next) this.#admit(next)
    }
  }

  /** Of those who wait and may enter the kind that has had least of its share. */
  #whoIsNext(): Haste | undefined {
    let next: Haste | undefined
    for (const kind of kinds) {
      if (this.#queues[kind].size === 0) {
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

  #look(): void {
    const now = performance.now()
    for (const kind of kinds) for (const one of this.#queues[kind].takeLate(now)) one.refuse(tooMany)
    this.#next()
    if (this.#waiting > 0) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }
}

const tooMany = () => problem('not-ready')

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

interface Doing {
  haste: Haste
  network: string
  until?: number | undefined
}

const doings = new AsyncLocalStorage<Doing>()

/**
 * Does work as what it is for those who wait behind it; without this it is a job. `network` is where the work comes
 * from, when it is not done for somebody already; `until` is when whoever waits for it must have a first connection.
 */
export function as<T>(haste: Haste, work: () => T, network = doings.getStore()?.network ?? '', until?: number): T {
  return doings.run({ haste, network, until }, work)
}

/** Enters the gate as what the running work is. */
export function enterGate(gate: Gate): Promise<() => void> {
  const doing = doings.getStore()
  if (!doing) return gate.enter('job')
  const { haste, network, until } = doing
  // Whoever has come so far waits anew the next time
  doing.until = undefined
  return gate.enter(haste, network, until)
}
