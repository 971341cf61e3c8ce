import { later, minutes } from '../clock.ts'
import { type Part, runParts } from '../db/parts.ts'
import { keyedHash } from '../secrets/seal.ts'
import type { Ctx } from '../world.ts'
import { type Entry, lineOf } from './record.ts'

/** Whom a refusal is about: somebody or something of the workspace, or what a stranger named, which may be anything. */
type Subject = { readonly known: string } | { readonly unknown: string }

// What strangers name shares so many places: however many names they try, no more lines come of it in a minute
const places = 8

// Where there is no such workspace there is no log either
const oneAMinute = `insert into refusals as noted (workspace_id, about, at)
  select id, $2::bytea, $3::timestamptz from workspaces where id = $1::uuid
  on conflict (workspace_id, about) do update set at = excluded.at
    where noted.at <= $4::timestamptz or noted.at > excluded.at returning 1`

const placeOf = ({ hashKey }: Ctx, named: string): string =>
  `place ${(keyedHash(hashKey, 'refused', named)[0] ?? 0) % places}`

/** Writes a line about a refusal, unless the same cause left one about the same within the last minute. */
export async function recordRefused(ctx: Ctx, entry: Entry & { failed: string }, subject: Subject): Promise<void> {
  const about = 'known' in subject ? subject.known : placeOf(ctx, subject.unknown)
  const hash = keyedHash(ctx.hashKey, 'refusal', `${entry.action} ${entry.failed} ${about}`)
  const now = ctx.clock.now()
  const agreed: Part = { text: oneAMinute, values: [ctx.workspace, hash, now, later(now, -minutes(1))] }
  await runParts(ctx.db, { agreed, line: lineOf(ctx, entry) })
}
