import { later, minutes } from '../clock.ts'
import { run } from '../db/db.ts'
import { type StatementPart, statementOf } from '../db/parts.ts'
import { newIdAt } from '../ids.ts'
import { keyedHash } from '../secrets/seal.ts'
import type { TransactionContext } from '../app-context.ts'
import { type ActivityEntry, lineOf } from './record.ts'

type Subject = { readonly known: string } | { readonly unknown: string }

// Names sent by strangers share this many slots, which limits log lines per minute however many names they try
const places = 8

const oneAMinute = `insert into refusals as noted (workspace_id, about, at, line)
  select id, $2::bytea, $3::timestamptz, $5::uuid from workspaces where id = $1::uuid
  on conflict (workspace_id, about) do update set at = excluded.at, line = excluded.line
    where noted.at <= $4::timestamptz or noted.at > excluded.at returning line`
const before = 'select line from refusals where workspace_id = $1::uuid and about = $2::bytea'

const placeOf = ({ hashKey }: TransactionContext, named: string): string =>
  `place ${(keyedHash(hashKey, 'refused', named)[0] ?? 0) % places}`

/** Logs a refusal, unless the same cause was logged for the same subject within the last minute. */
export async function recordRefused(
  ctx: TransactionContext,
  entry: ActivityEntry & { failed: string },
  subject: Subject,
): Promise<void> {
  await lineOfRefusal(ctx, entry, subject)
}

/** Like `recordRefused`, but returns the ID of the log line, new or existing. */
export async function lineOfRefusal(
  ctx: TransactionContext,
  entry: ActivityEntry & { failed: string },
  subject: Subject,
): Promise<string> {
  const about = 'known' in subject ? subject.known : placeOf(ctx, subject.unknown)
  const hash = keyedHash(ctx.hashKey, 'refusal', `${entry.action} ${entry.failed} ${about}`)
  const now = ctx.clock.now()
  const id = entry.id ?? newIdAt(now)
  const agreed: StatementPart = { text: oneAMinute, values: [ctx.workspace, hash, now, later(now, -minutes(1)), id] }
  const told: StatementPart = { text: before, values: [ctx.workspace, hash] }
  const { text, values } = statementOf(
    { told, agreed, line: lineOf(ctx, { ...entry, id }) },
    'select coalesce((select line from agreed), (select line from told)) as line',
  )
  const { rows } = await run<{ line: string | null }>(ctx.db, text, [...values])
  return rows[0]?.line ?? id
}
