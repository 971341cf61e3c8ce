/**
 * Estimates how long newly read data may have waited unread. A crowd or other work makes an event loop turn
 * long; the delay of a regular timer shows by how much. Data read in this turn may have arrived in the
 * previous one. Two beats can follow each other before sockets are read, if other timers take long; the second
 * doesn't end the delay.
 */
export class QueueDelay {
  readonly #every: number
  #last = 0
  #before = 0
  #hasRead = false

  constructor(every: number) {
    this.#every = every
  }

  begin(now: number): void {
    this.#last = now
    this.#before = now
  }

  beat(now: number): void {
    if (this.#hasRead) this.#before = this.#last
    this.#last = now
    this.#hasRead = false
  }

  /** Notes that the event loop read its sockets since the last beat. */
  read(): void {
    this.#hasRead = true
  }

  at(now: number): number {
    return Math.max(0, now - this.#last - this.#every) + Math.max(0, this.#last - this.#before - this.#every)
  }
}
