/**
 * How long what is read now may have waited unread. A crowd, or a process that had something else to do, makes a turn of
 * the event loop long, and whoever came meanwhile stands in a socket that nobody looked at: a regular beat that is behind
 * its time says how long. What was read in this turn may have come in the one before.
 */
export class Lateness {
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
