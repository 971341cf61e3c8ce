import { firstSpoken, type Language } from '@claviger/contract/ground/languages'
import { sql } from 'kysely'
import type { Ctx } from '../ground/world.ts'

/**
 * The language of whoever reads a mail: the reader's own choice, else what the browser of somebody on the way in asks
 * for, else the language of the workspace.
 */
export async function readerOf(ctx: Ctx, mailbox: string): Promise<Language> {
  const { rows } = await sql<{ own: string | null; usual: string | null }>`
    select own, usual from reader_languages(${mailbox}, ${ctx.workspace ?? null})`.execute(ctx.db)
  const { own = null, usual = null } = rows[0] ?? {}
  // Who is signed in writes to others as well as to themselves; their browser says nothing of the reader
  const asked = ctx.actor.kind === 'user' || ctx.actor.kind === 'api-key' ? undefined : ctx.request.language
  return firstSpoken([own, asked, usual].filter(one => one !== null && one !== undefined)) ?? 'en'
}
