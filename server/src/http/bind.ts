// Browsers don't check input, so only the server loads the words of limits
import '@claviger/contract/platform/limits'
import type { Readable } from 'node:stream'
import type { Endpoint, Feature, InputOf, OutputOf, Schema } from '@claviger/contract/platform/endpoint'
import type { TransactionContext, RequestContext } from '../platform/app-context.ts'

export class FileReply {
  readonly body: Buffer | string | Readable
  readonly mediaType: string
  readonly headers: Readonly<Record<string, string>>
  readonly brotli: Buffer | undefined

  constructor(
    body: Buffer | string | Readable,
    mediaType: string,
    headers: Readonly<Record<string, string>> = {},
    brotli?: Buffer,
  ) {
    this.body = body
    this.mediaType = mediaType
    this.headers = headers
    this.brotli = brotli
  }
}

export class Redirect {
  readonly location: string

  constructor(location: string) {
    this.location = location
  }
}

type Reply<R extends Schema> = InputOf<R> | FileReply | Redirect

export type TransactionHandler<I extends Schema, R extends Schema> = (
  ctx: TransactionContext,
  input: OutputOf<I>,
) => Promise<Reply<R>> | Reply<R>

export interface StandaloneHandler<I extends Schema, R extends Schema> {
  readonly withoutTransaction: (ctx: RequestContext, input: OutputOf<I>) => Promise<Reply<R>>
}

export const withoutTransaction = <I, R>(work: (ctx: RequestContext, input: I) => Promise<R>) => ({
  withoutTransaction: work,
})

export type Handler<E extends Endpoint> =
  E extends Endpoint<infer I, infer R> ? TransactionHandler<I, R> | StandaloneHandler<I, R> : never

export interface BoundEndpoint {
  readonly endpoint: Endpoint
  readonly handler: TransactionHandler<Schema, Schema> | StandaloneHandler<Schema, Schema>
}

/** Maps each call of a feature to its handler. A missing handler is a type error. */
export function bind<E extends Record<string, Endpoint>>(
  feature: Feature<E>,
  handlers: { [K in keyof E]: Handler<E[K]> },
): BoundEndpoint[] {
  return Object.entries(feature.calls).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name] as unknown as BoundEndpoint['handler'],
  }))
}
