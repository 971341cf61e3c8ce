import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import type { ParseArgsConfig } from 'node:util'
import type { Config } from '../platform/config.ts'
import type { ConnectionConfig } from '../platform/db/db.ts'
import type { TransactionContext, AppContext } from '../platform/app-context.ts'

/** The server's context, until it is closed. */
export type OperatorContext = AppContext & { close(): Promise<void> }

/** Environment of operator commands: the server's context without HTTP. */
export interface Operator {
  readonly world: OperatorContext
  readonly connection: ConnectionConfig
  inside<T>(workspace: string | undefined, work: (ctx: TransactionContext) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface CommandOutcome {
  json: Record<string, unknown>
  lines: readonly string[]
}

export interface CommandArguments {
  at(place: number): string
  option(name: string): string | undefined
}

interface Named {
  readonly name: string
  readonly takes: string
  readonly about: string
  readonly words: number
  readonly options: NonNullable<ParseArgsConfig['options']>
}

export interface Command extends Named {
  readonly work: (operator: Operator, words: CommandArguments) => Promise<CommandOutcome>
}

/** A command that must run before a server checks the database; uses the login that owns the tables. */
export interface PreStartCommand extends Named {
  readonly workBefore: (config: Config, owner: ConnectionConfig, words: CommandArguments) => Promise<CommandOutcome>
}

/** A command without database and settings, for example for another machine. */
export interface StandaloneCommand extends Named {
  readonly workAlone: (words: CommandArguments) => Promise<CommandOutcome>
}

export class UsageError extends Error {}

/** Correct usage but not possible; exit code 1. */
export class CommandRefusal extends Error {}

/** Parses an integer within limits. @throws UsageError */
export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min && number <= max)) throw new UsageError(`${name} must be a whole number from ${min} to ${max}`)
  return number
}

/** Validates a value with a contract schema, so that commands accept the same as screens. @throws UsageError */
export function checked<S extends $ZodType>(name: string, schema: S, value: unknown): output<S> {
  const read = safeParse(schema, value)
  if (!read.success) throw new UsageError(`${name}: ${read.error.issues[0]?.message ?? 'not valid'}`)
  return read.data
}
