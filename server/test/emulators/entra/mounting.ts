// How groups of calls are mounted on the emulator of Entra ID, and what they find there.
import type { FastifyInstance } from 'fastify'
import type { EntraDirectory } from './directory.ts'
import type { Rounds } from './rounds.ts'
import type { Client } from './tokens.ts'

/** What it does wrong or unwillingly, on demand. */
export interface Wrongly {
  /** One call in so many is told to come again. */
  throttleEvery?: number
  /** Seconds of its `Retry-After`. */
  retryAfter?: number
  /** All calls are answered so. */
  status?: number
  /** The answer to one call in so many is cut in its middle. */
  cutEvery?: number
  /** What next links are made to. */
  nextLink?: (link: string) => string
  /** Tokens given from now on last so many seconds. */
  lasting?: number
  /** Rows of a page at most. */
  pageSize?: number
  /** Milliseconds by which its clock is ahead. */
  ahead?: number
}

export interface Asked {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** Application permissions of whoever asks. */
  readonly roles: ReadonlySet<string>
}
/** An answer with another status than 200. */
export class Answered {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body?: unknown) {
    this.status = status
    this.body = body
  }
}
type Answers = (asked: Asked) => unknown
/** Declares a call: a path as Fastify knows them, and the application permissions any of which lets it be asked. */
export type On = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  needs: { any: readonly string[] },
  answers: Answers,
) => void
/** A group of calls. */
export type Mount = (on: On, emulator: EntraEmulator) => void

export interface EntraEmulator {
  readonly address: string
  readonly tenant: string
  readonly app: FastifyInstance
  readonly clients: Map<string, Client>
  readonly directory: EntraDirectory
  readonly rounds: Rounds
  /** Changes the code of a sign-in for tokens; absent where nobody signs in. */
  redeem?: (tenant: string, form: ReadonlyMap<string, string>, client: Client) => Promise<object>
  wrongly: Wrongly
  /** Each call that came, as `GET /v1.0/users`. */
  readonly asked: string[]
  readonly key: Uint8Array
  /** Tokens given until now are no longer taken. */
  endTokens(): void
  readonly generation: () => number
  /** Rows as a collection, a page at a time. */
  page(path: string, query: Readonly<Record<string, string>>, rows: readonly unknown[]): object
  close(): Promise<void>
}
