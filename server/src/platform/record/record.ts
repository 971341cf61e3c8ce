import { type ActivityAction, logActions } from '@claviger/contract/oversight/log-actions'
import { type StatementPart, runParts } from '../db/parts.ts'
import { hidden, Secret } from '../secrets/secret.ts'
import { newIdAt } from '../ids.ts'
import type { TransactionContext } from '../app-context.ts'
import { shownAs } from './shown-as.ts'

export interface ActivityEntry {
  action: ActivityAction
  failed?: string
  by?: { id: string | null; name: string }
  object?: { type: string; id: string; name: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** The access policies' decision, as stored by `decide/decisions`. */
  decision?: object | undefined
  id?: string
}

const insert = `insert into activities (workspace_id, id, at, kind, action, status, reason, actor_id, actor_name,
    object_type, object_id, object_name, before, after, ip, user_agent, request_id, decision)
  select $1::uuid, $2::uuid, $3::timestamptz, $4, $5, $6::smallint, $7, $8::uuid, $9, $10, $11, $12, $13::jsonb,
    $14::jsonb, $15, $16, $17, $18::jsonb from agreed`

// Values under these names are never logged
const secret = /password|secret|code|hash|pin|token|key$/i

export const kindOf = (action: ActivityAction): 'use' | 'change' => (logActions[action].use ? 'use' : 'change')

export async function record(ctx: TransactionContext, entry: ActivityEntry): Promise<void> {
  await runParts(ctx.db, { line: lineOf(ctx, entry) })
}

/** A log line as part of the statement that makes the change. */
export function lineOf(
  ctx: Pick<TransactionContext, 'workspace' | 'actor' | 'clock' | 'request'>,
  entry: ActivityEntry,
): StatementPart {
  const workspace = ctx.workspace
  if (workspace === undefined) throw new Error('an entry belongs to a workspace')
  const by = entry.by ?? shownAs(ctx)
  const at = ctx.clock.now()
  const [before, after] = changes(entry.before, entry.after)
  const values = [
    workspace,
    entry.id ?? newIdAt(at),
    at,
    kindOf(entry.action),
    entry.action,
    entry.failed === undefined ? 1 : 2,
    entry.failed?.slice(0, 300) ?? null,
    by.id,
    by.name.slice(0, 260),
    entry.object?.type ?? null,
    entry.object?.id ?? null,
    entry.object?.name.slice(0, 260) ?? null,
    before && JSON.stringify(before),
    after && JSON.stringify(after),
    ctx.request.ip.slice(0, 45),
    ctx.request.userAgent.slice(0, 400),
    ctx.request.id,
    entry.decision ? JSON.stringify(entry.decision) : null,
  ]
  return { text: insert, values }
}

type Fields = Record<string, unknown>

const isSame = (one: unknown, other: unknown): boolean =>
  one instanceof Secret || other instanceof Secret
    ? one instanceof Secret && one.equals(other)
    : JSON.stringify(one) === JSON.stringify(other)

export function changes(before?: Fields, after?: Fields): [Fields | null, Fields | null] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const changed = [...names].filter(name => !isSame(before?.[name], after?.[name]))
  const pick = (from?: Fields) =>
    from &&
    Object.fromEntries(
      changed
        .filter(n => from[n] !== undefined)
        .map(n => [n, secret.test(n) || from[n] instanceof Secret ? hidden : from[n]]),
    )
  return [pick(before) ?? null, pick(after) ?? null]
}
