import * as z from 'zod/mini'
import { transact } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import type { Attributes } from '../links/links.mapping.ts'
import { SourceFailure } from '../syncs/syncs.sources.ts'
import { CloudFailure } from './cloud.failure.ts'

interface Asks {
  readonly workspace: string
  readonly name: string
  readonly apiApplication: string | null
}

/** Decrypts a run's credentials in a separate transaction, which ends before any call. @throws SourceFailure */
export async function openFor<T>(
  world: AppContext,
  connection: Asks,
  open: (ctx: TransactionContext, apiApplication: string) => Promise<T>,
): Promise<T> {
  const { workspace, apiApplication } = connection
  const gone = new SourceFailure('The API application by which the directory was asked is gone. Choose another', false)
  if (apiApplication === null) throw gone
  const actor = { kind: 'operator', name: `Directory ${connection.name}` } as const
  const request = { id: 'directories', ip: '', userAgent: '' }
  try {
    return await transact(world, { actor, request, workspace }, ctx => open(ctx, apiApplication))
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') throw gone
    throw error
  }
}

/** Converts a cloud's failure to a source failure, so that no user appears to have left. */
export function asSourceFailure(error: unknown): unknown {
  if (error instanceof CloudFailure) return new SourceFailure(error.message, error.again)
  if (error instanceof z.core.$ZodError)
    return new SourceFailure("The directory sent an entry that can't be read", true)
  return error
}

/** Converts failures while iterating to source failures. */
export async function* reportRows<T>(rows: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* rows
  } catch (error) {
    throw asSourceFailure(error)
  }
}

export function attributesOf(thing: Readonly<Record<string, unknown>>): Attributes {
  const attributes: Record<string, string | readonly string[] | boolean> = {}
  for (const [name, value] of Object.entries(thing)) {
    if (name.startsWith('@')) continue
    if (typeof value === 'string' || typeof value === 'boolean') attributes[name] = value
    else if (typeof value === 'number') attributes[name] = String(value)
    // The service names the attribute, so there is no value
    else if (value === null) attributes[name] = []
    else if (Array.isArray(value)) attributes[name] = value.filter(one => typeof one === 'string')
    else if (typeof value === 'object') Object.assign(attributes, attributesOf(value as Record<string, unknown>))
  }
  return attributes
}
