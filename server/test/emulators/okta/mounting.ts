import type { FastifyInstance } from 'fastify'
import type { OktaDirectory } from './directory.ts'
import type { OktaClient } from './tokens.ts'

export interface OktaMisbehavior {
  throttleEvery?: number
  resetIn?: number
  status?: number
  nextLink?: (link: string) => string
  pageSize?: number
  remaining?: number
  cutEvery?: number
}
export interface OktaRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}
export class OktaReply {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body?: unknown) {
    this.status = status
    this.body = body
  }
}
export class OktaPage {
  readonly rows: readonly unknown[]
  readonly self: string
  readonly next: string | undefined
  constructor(rows: readonly unknown[], self: string, next: string | undefined) {
    this.rows = rows
    this.self = self
    this.next = next
  }
}
export type OktaRouteDeclarer = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  scope: string,
  answers: (asked: OktaRequest) => unknown,
) => void
export type OktaMount = (on: OktaRouteDeclarer, emulator: OktaEmulator) => void

export interface OktaEmulator {
  readonly address: string
  readonly app: FastifyInstance
  readonly directory: OktaDirectory
  readonly tokens: Map<string, Set<string>>
  readonly clients: Map<string, OktaClient>
  wrongly: OktaMisbehavior
  readonly asked: string[]
  readonly key: Uint8Array
  page(path: string, query: Readonly<Record<string, string>>, rows: readonly { id: string }[], usual: number): OktaPage
  close(): Promise<void>
}
