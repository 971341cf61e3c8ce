import type { Permission } from './permissions.ts'
import type { ProblemCode } from './problems.ts'
import type { UnconfirmedReason } from './unconfirmed.ts'

/** Any zod schema, without the cost of zod's generics in the type checker. */
export type Schema = { readonly _zod: { input: unknown; output: unknown } }
export type InputOf<S extends Schema> = S['_zod']['input']
export type OutputOf<S extends Schema> = S['_zod']['output']

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Endpoint<I extends Schema = Schema, R extends Schema = Schema> {
  /** Feature name and call name, set by `feature()`; together they form the console's query key. */
  readonly feature: string
  readonly call: string
  readonly method: Method
  readonly path: string
  /** Alternative paths of the same call (decision G3). */
  readonly aliases: readonly string[]
  readonly summary: string
  /** Calls of the specification that it implements; empty for additions. Also stripped from the browser build. */
  readonly spec: readonly string[]
  readonly input: I
  readonly reply: R
  readonly may: Permission
  readonly fails: readonly ProblemCode[]
  readonly limit: LimitName | undefined
  /** `json` unless the response is a page, a file, or an image. */
  readonly answers: 'json' | 'html' | 'file'
  /** `file`: besides JSON, accepts a raw body as a stream of bytes. */
  readonly takes: 'json' | 'file'
  readonly bodyLimit: number
  /** False for read-only calls, which need no transaction. All methods except GET change something. */
  readonly changes: boolean
  /** A user must have confirmed with a passkey in the last minutes. Refuses with verify-first. */
  readonly fresh: boolean
  /** An API key needs an owner's grant for it, because it creates or extends access permanently. */
  readonly granted: boolean
  /** Why a call that changes something is not `fresh`. */
  readonly unconfirmed: UnconfirmedReason | undefined
  readonly touches: readonly string[]
  readonly silent: string | undefined
}

export type LimitName =
  | 'sign-in'
  | 'code'
  | 'registration'
  | 'lookup'
  | 'refresh'
  | 'reader'
  | 'self-service'
  | 'applications'
  | 'strangers'

interface Declared<I extends Schema, R extends Schema> {
  summary: string
  spec?: string | readonly string[]
  input: I
  reply: R
  may: Permission
  aliases?: readonly string[]
  fails?: readonly ProblemCode[]
  limit?: LimitName
  answers?: 'json' | 'html' | 'file'
  takes?: 'json' | 'file'
  bodyLimit?: number
  /** Set for a GET that changes something because its path is fixed by the specification. */
  changes?: true
  /**
   * True for calls that create or extend access permanently: an API key needs a grant for them. A call of a signed-in user that
   * changes something is fresh without it, unless `unconfirmed` says why not.
   */
  fresh?: true
  unconfirmed?: UnconfirmedReason
  silent?: string
}

/** Does a user with a session make this call? Programs and users on the way to a session have no passkey to confirm with. */
const bySession = (may: Permission) => may === 'self' || may.includes('.')

const declare =
  (method: Method) =>
  <I extends Schema, R extends Schema>(path: string, is: Declared<I, R>): Endpoint<I, R> => {
    const changes = is.changes ?? method !== 'GET'
    return {
      feature: '',
      call: '',
      method,
      path,
      aliases: is.aliases ?? [],
      summary: is.summary,
      spec: typeof is.spec === 'string' ? [is.spec] : (is.spec ?? []),
      input: is.input,
      reply: is.reply,
      may: is.may,
      fails: is.fails ?? [],
      limit: is.limit,
      answers: is.answers ?? 'json',
      takes: is.takes ?? 'json',
      bodyLimit: is.bodyLimit ?? 64 * 1024,
      changes,
      fresh: is.fresh ?? (changes && bySession(is.may) && is.unconfirmed === undefined),
      granted: is.fresh ?? false,
      unconfirmed: is.unconfirmed,
      touches: [],
      silent: is.silent,
    }
  }

export const get = declare('GET')
export const post = declare('POST')
export const put = declare('PUT')
export const patch = declare('PATCH')
export const del = declare('DELETE')

/** The calls of one feature. `name` is the console's query key and the OpenAPI tag. */
export type Feature<E extends Record<string, Endpoint>> = { readonly name: string; readonly calls: E } & E

type Calls = Record<string, Endpoint>

/** Declares the calls of a feature; `touches` lists other features whose responses change with it. */
export function feature<const E extends Calls>(name: string, calls: E): Feature<E>
export function feature<const E extends Calls>(name: string, touches: readonly string[], calls: E): Feature<E>
export function feature<const E extends Calls>(name: string, second: readonly string[] | E, third?: E): Feature<E> {
  const touches = third === undefined ? [] : (second as readonly string[])
  const calls = third ?? (second as E)
  const named = Object.fromEntries(
    Object.entries(calls).map(([call, is]) => [call, { ...is, feature: name, call, touches }]),
  )
  return { ...named, name, calls: named } as unknown as Feature<E>
}
