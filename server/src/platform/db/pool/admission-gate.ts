import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { problem } from '#platform/problem.ts'
import { FairQueue } from './fair-queue.ts'

export type PriorityClass = 'entry' | 'single' | 'bulk' | 'job'

interface Rule {
  share: number
  most: number
  patience: number
}

const rules: Readonly<Record<PriorityClass, Rule>> = {
  entry: { share: 6, most: 20_000, patience: 2000 },
  single: { share: 4, most: 20_000, patience: 2000 },
  bulk: { share: 1, most: 1000, patience: 2000 },
  job: { share: 1, most: 10_000, patience: 60_000 },
}
const kinds = Object.keys(rules) as PriorityClass[]

export interface AdmissionWaiter {
  priority: PriorityClass
  network: string
  /** Deadline for admission; defaults to the class's maximum wait. */
  until?: number | undefined
  enter: (leave: () => void) => void
  refuse: (why: () => Error) => void
}

type Waiting = AdmissionWaiter & { until: number }

/**
 * Admission control. Each priority class has its own bounded queue, so that bulk operations can't block sign-ins;
 * work that would wait too long is refused. Work beyond a full queue is refused only after the same delay, because
 * callers would otherwise retry immediately.
 */
export class AdmissionQueue {
  readonly #places: number
  readonly #placesOfMany: number
  readonly #holds: () => boolean
  #inside = 0
  #many = 0
  readonly #queues: Record<PriorityClass, FairQueue<Waiting>> = {
    entry: new FairQueue(),
    single: new FairQueue(),
    bulk: new FairQueue(),
    job: new FairQueue(),
  }
  readonly #passed: Record<PriorityClass, number> = { entry: 0, single: 0, bulk: 0, job: 0 }
  #watch: NodeJS.Timeout | undefined
  shut: (() => Error) | undefined

  /** `holds` can pause admission although there is capacity. */
  constructor(places: number, holds = () => false) {
    this.#places = places
    this.#placesOfMany = Math.max(1, Math.floor(places * 0.75))
    this.#holds = holds
  }

  get callers(): number {
    const { entry, single, bulk } = this.#queues
    return entry.size + single.size + bulk.size
  }

  get #waiting(): number {
    return this.callers + this.#queues.job.size
  }

  /** Resolves to a function to call on leaving. @throws not-ready if the wait would be too long */
  enter(haste: PriorityClass, network = '', until?: number): Promise<() => void> {
    return new Promise((enter, refuse) =>
      this.come({ priority: haste, network, until, enter, refuse: why => refuse(why()) }),
    )
  }

  /** Admits or refuses work later; immediately only if there is capacity, or while the database is unavailable. */
  come(comer: AdmissionWaiter): void {
    const { priority: haste } = comer
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

  refuseAll(why: () => Error): void {
    for (const kind of kinds.filter(one => one !== 'job'))
      for (const waiting of this.#queues[kind].takeAll()) waiting.refuse(why)
  }

  #mayEnter(haste: PriorityClass): boolean {
    return this.#inside < this.#places && (!isMany(haste) || this.#many < this.#placesOfMany) && !this.#holds()
  }

  #count(haste: PriorityClass, by: 1 | -1): void {
    this.#inside += by
    if (isMany(haste)) this.#many += by
  }

  #admit({ priority: haste, enter }: AdmissionWaiter): void {
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

  #whoIsNext(): PriorityClass | undefined {
    let next: PriorityClass | undefined
    for (const kind of kinds) {
      if (this.#queues[kind].size === 0) {
        // A class that did not wait must not catch up on unused turns
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

const isMany = (haste: PriorityClass) => haste === 'bulk' || haste === 'job'

const gates = new WeakMap<pg.Pool, AdmissionQueue>()

export function gateOf(pool: pg.Pool): AdmissionQueue {
  const known = gates.get(pool)
  if (known) return known
  const made = new AdmissionQueue(pool.options.max)
  gates.set(pool, made)
  return made
}

interface Doing {
  haste: PriorityClass
  network: string
  until?: number | undefined
}

const doings = new AsyncLocalStorage<Doing>()

/**
 * Runs work in a priority class; job by default. `network` is its origin unless inherited; `until` is the deadline
 * for its first connection.
 */
export function runInClass<T>(
  haste: PriorityClass,
  work: () => T,
  network = doings.getStore()?.network ?? '',
  until?: number,
): T {
  return doings.run({ haste, network, until }, work)
}

export function acquireConnection(gate: AdmissionQueue): Promise<() => void> {
  const doing = doings.getStore()
  if (!doing) return gate.enter('job')
  const { haste, network, until } = doing
  // The deadline applies only to the first connection
  doing.until = undefined
  return gate.enter(haste, network, until)
}
