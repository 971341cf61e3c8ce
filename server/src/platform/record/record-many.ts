import { sql } from 'kysely'
import { newIdAt } from '../ids.ts'
import { changes, type ActivityEntry, kindOf } from './record.ts'
import type { TransactionContext } from '../app-context.ts'

export async function recordMany(
  ctx: TransactionContext,
  by: NonNullable<ActivityEntry['by']>,
  entries: readonly ActivityEntry[],
): Promise<void> {
  const workspace = ctx.workspace
  if (workspace === undefined) throw new Error('an entry belongs to a workspace')
  if (entries.length === 0) return
  const at = ctx.clock.now()
  const rows = entries.map(entry => {
    const [before, after] = changes(entry.before, entry.after)
    return {
      id: newIdAt(at),
      kind: kindOf(entry.action),
      action: entry.action,
      failed: entry.failed?.slice(0, 300) ?? null,
      object_type: entry.object?.type ?? null,
      object_id: entry.object?.id ?? null,
      object_name: entry.object?.name.slice(0, 260) ?? null,
      before,
      after,
    }
  })
  await sql`
    insert into activities (workspace_id, id, at, kind, action, status, reason, actor_id, actor_name, object_type,
      object_id, object_name, before, after, ip, user_agent, request_id)
    select ${workspace}::uuid, e.id, ${at}::timestamptz, e.kind, e.action, case when e.failed is null then 1 else 2 end,
      e.failed, ${by.id}::uuid, ${by.name.slice(0, 260)}, e.object_type, e.object_id, e.object_name, e.before, e.after,
      ${ctx.request.ip.slice(0, 45)}, ${ctx.request.userAgent.slice(0, 400)}, ${ctx.request.id}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id uuid, kind text, action text, failed text, object_type text,
      object_id text, object_name text, before jsonb, after jsonb)`.execute(ctx.db)
}
