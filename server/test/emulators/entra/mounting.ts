import type { FastifyInstance } from 'fastify'
import type { EntraDirectory } from './directory.ts'
import type { Rounds } from './rounds.ts'
import type { Client } from './tokens.ts'

/** Faults on demand. */
export interface EntraFaults {
  /** Throttles one in so many calls. */
  throttleEvery?: number
  retryAfter?: number
  status?: number
  cutEvery?: number
  nextLink?: (link: string) => string
  lasting?: number
  pageSize?: number
  ahead?: number
}

export interface EmulatorRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly roles: ReadonlySet<string>
}
export class EmulatorAnswer {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body?: unknown) {
    this.status = status
    this.body = body
  }
}
type Answers = (asked: EmulatorRequest) => unknown
/** Declares a call: a Fastify path and the application permissions, any of which is sufficient. */
export type EntraRouteDeclarer = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  needs: { any: readonly string[] },
  answers: Answers,
) => void
export type Mount = (on: EntraRouteDeclarer, emulator: EntraEmulator) => void

export interface EntraEmulator {
  readonly address: string
  readonly tenant: string
  readonly app: FastifyInstance
  readonly clients: Map<string, Client>
  readonly directory: EntraDirectory
  readonly rounds: Rounds
  /** Exchanges a sign-in code for tokens; undefined without sign-ins. */
  redeem?: (tenant: string, form: ReadonlyMap<string, string>, client: Client) => Promise<object>
  wrongly: EntraFaults
  readonly asked: string[]
  readonly key: Uint8Array
  endTokens(): void
  readonly generation: () => number
  page(path: string, query: Readonly<Record<string, string>>, rows: readonly unknown[]): object
  close(): Promise<void>
}
