/**
 * Estimates how long newly read data may have waited unread. A crowd or other work makes an event loop turn
 * long; the delay of a regular timer shows by how much. Data read in this turn may have arrived in the
 * previous one.
 */
export class QueueDelay {
  readonly #every: number
  #last = 0
  #before = 0

  constructor(every: number) {
    this.#every = every
  }

  begin(now: number): void {
    this.#last = now
    this.#before = now
  }

  beat(now: number): void {
    this.#before = this.#last
    this.#last = now
  }

  at(now: number): number {
    return Math.max(0, now - this.#last - this.#every) + Math.max(0, this.#last - this.#before - this.#every)
  }
}
