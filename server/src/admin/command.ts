import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import type { ParseArgsConfig } from 'node:util'
import type { Config } from '../ground/config.ts'
import type { Connection } from '../ground/db/db.ts'
import type { Ctx, World } from '../ground/world.ts'

/** The world of a server, until it is closed. */
export type OpenWorld = World & { close(): Promise<void> }

/** Where the operator works: the world of a server without its HTTP face. */
export interface Operator {
  readonly world: OpenWorld
  /** By the owner of all tables, where the settings name one. */
  readonly connection: Connection
  /** One transaction, inside a workspace where one is given; the log names the operator. */
  inside<T>(workspace: string | undefined, work: (ctx: Ctx) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What a command says when it has done its work: one object for programs, lines for people. */
export interface Outcome {
  json: Record<string, unknown>
  lines: readonly string[]
}

/** The words of a call, sorted out: the first ones by place, the rest by name. */
export interface Words {
  at(place: number): string
  option(name: string): string | undefined
}

interface Named {
  readonly name: string
  /** The words after the name, as help shows them. */
  readonly takes: string
  readonly about: string
  /** How many words stand before the options. */
  readonly words: number
  readonly options: NonNullable<ParseArgsConfig['options']>
}

/** One command of the operator's command line. */
export interface Command extends Named {
  readonly work: (operator: Operator, words: Words) => Promise<Outcome>
}

/** One that must come before a server has looked at the database; it is given the login that owns the tables. */
export interface CommandBeforeAll extends Named {
  readonly workBefore: (config: Config, owner: Connection, words: Words) => Promise<Outcome>
}

/** One that needs no database and no settings, on another machine for instance. */
export interface CommandAlone extends Named {
  readonly workAlone: (words: Words) => Promise<Outcome>
}

/** The call itself is wrong; ends with code 2. */
export class UsageError extends Error {}

/** The call is right and still cannot be done; ends with code 1. */
export class Refusal extends Error {}

/** Reads a whole number within bounds. Throws UsageError. */
export function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min && number <= max)) throw new UsageError(`${name} must be a whole number from ${min} to ${max}`)
  return number
}

/** Reads a value by a schema of the contract, so that commands accept what the screens accept. Throws UsageError. */
export function checked<S extends $ZodType>(name: string, schema: S, value: unknown): output<S> {
  const read = safeParse(schema, value)
  if (!read.success) throw new UsageError(`${name}: ${read.error.issues[0]?.message ?? 'not valid'}`)
  return read.data
}
