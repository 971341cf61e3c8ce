import { inspect } from 'node:util'

/** Replaces a secret in all output. */
export const hidden = '(hidden)'

/**
 * A value that must not reach a log line, a reply, an export, or an error: all output contains `(hidden)` instead. Only
 * `reveal` gives the value, so a search for it finds every place that uses one.
 */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself, for what compares or seals it. */
  reveal(): string {
    return this.#value
  }

  equals(other: unknown): boolean {
    return other instanceof Secret && other.#value === this.#value
  }

  toJSON(): string {
    return hidden
  }

  toString(): string {
    return hidden
  }

  [Symbol.toPrimitive](): string {
    return hidden
  }

  [inspect.custom](): string {
    return hidden
  }
}
