import type { ActivityAction } from '@claviger/contract/oversight/activity'
import { newIdAt } from './ids.ts'
import type { Ctx } from './world.ts'

/** One line of the activity log. */
export interface Entry {
  action: ActivityAction
  kind?: 'use' | 'change'
  /** Why it failed, in words for administrators; given means failed. */
  failed?: string
  /** The person it was done by, when that is not the one who asked (a sign-in, a command). */
  by?: { id: string | null; name: string }
  object?: { type: string; id: string; name: string }
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

// Values under these names never reach the log
const secret = /password|secret|code|hash|pin|token|key$/i

/** Writes a line of the activity log in the running transaction. */
export async function record(ctx: Ctx, entry: Entry): Promise<void> {
  const workspace = ctx.workspace
  if (workspace === undefined) throw new Error('an entry belongs to a workspace')
  const by = entry.by ?? whoAsks(ctx)
  const at = ctx.clock.now()
  const [before, after] = changes(entry.before, entry.after)
  await ctx.db
    .insertInto('activities')
    .values({
      workspace_id: workspace,
      id: newIdAt(at),
      at,
      kind: entry.kind ?? 'change',
      action: entry.action,
      status: entry.failed === undefined ? 1 : 2,
      reason: entry.failed?.slice(0, 300) ?? null,
      actor_id: by.id,
      actor_name: by.name.slice(0, 260),
      object_type: entry.object?.type ?? null,
      object_id: entry.object?.id ?? null,
      object_name: entry.object?.name.slice(0, 260) ?? null,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      ip: ctx.request.ip.slice(0, 45),
      user_agent: ctx.request.userAgent.slice(0, 400),
      request_id: ctx.request.id,
    })
    .execute()
}

function whoAsks({ actor }: Ctx): { id: string | null; name: string } {
  if (actor.kind === 'user') return { id: actor.id, name: actor.name }
  if (actor.kind === 'api-key') return { id: actor.id, name: `API key ${actor.name}` }
  return { id: null, name: actor.kind === 'operator' ? actor.name : 'Nobody signed in' }
}

type Fields = Record<string, unknown>

/** Only what differs, secrets masked. */
export function changes(before?: Fields, after?: Fields): [Fields | null, Fields | null] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const changed = [...names].filter(name => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]))
  const pick = (from?: Fields) =>
    from &&
    Object.fromEntries(changed.filter(n => from[n] !== undefined).map(n => [n, secret.test(n) ? '(hidden)' : from[n]]))
  return [pick(before) ?? null, pick(after) ?? null]
}
