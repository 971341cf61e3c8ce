import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import type { StatementPart } from '../platform/db/parts.ts'

export const languagesPart = (mailbox: string, workspace: string): StatementPart => ({
  text: 'select own, usual from reader_languages($1, $2::uuid)',
  values: [mailbox, workspace],
})

export async function languagesOf(db: Db, mailbox: string, workspace: string | undefined) {
  const { rows } = await sql<{ own: string | null; usual: string | null }>`
    select own, usual from reader_languages(${mailbox}, ${workspace ?? null})`.execute(db)
  return rows[0] ?? { own: null, usual: null }
}
