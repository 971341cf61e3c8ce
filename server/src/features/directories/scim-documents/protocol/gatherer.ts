import { ScimRefusal } from './scim-refusal.ts'

interface Waiting<Ask, Answer> {
  ask: Ask
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

const most = 50
const mostWaiting = 2000

/**
 * Combines concurrent calls: the first one runs immediately, and those that arrive meanwhile form the next batch, so
 * no call waits for others to arrive. If a batch fails as a whole, its calls are retried individually.
 */
export class Gatherer<Ask, Answer> {
  readonly #waiting = new Map<string, Waiting<Ask, Answer>[]>()
  readonly #work: (asks: readonly Ask[]) => Promise<readonly Answer[]>

  constructor(work: (asks: readonly Ask[]) => Promise<readonly Answer[]>) {
    this.#work = work
  }

  ask(key: string, ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const one = { ask, resolve, reject }
      const others = this.#waiting.get(key)
      if (others && others.length >= mostWaiting)
        reject(new ScimRefusal(429, 'Too many at once. Wait a moment, then try again', undefined, 5))
      else if (others) others.push(one)
      else {
        this.#waiting.set(key, [])
        void this.#rounds(key, [one])
      }
    })
  }

  async #rounds(key: string, first: Waiting<Ask, Answer>[]): Promise<void> {
    for (let round = first; round.length > 0; round = this.#waiting.get(key)?.splice(0, most) ?? [])
      await this.#round(round)
    this.#waiting.delete(key)
  }

  async #round(all: readonly Waiting<Ask, Answer>[]): Promise<void> {
    try {
      const answers = await this.#work(all.map(one => one.ask))
      for (const [at, one] of all.entries()) one.resolve(answers[at] as Answer)
    } catch (error) {
      if (all.length === 1) all[0]?.reject(error)
      else for (const one of all) await this.#round([one])
    }
  }
}
