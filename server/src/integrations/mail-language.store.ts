import { type Db, run } from '../platform/db/db.ts'
import type { StatementPart } from '../platform/db/parts.ts'

interface ReaderLanguages {
  own: string | null
  usual: string | null
}

export const languagesPart = (mailbox: string, workspace: string | undefined): StatementPart => ({
  text: 'select own, usual from reader_languages($1, $2::uuid)',
  values: [mailbox, workspace ?? null],
})

export async function languagesOf(db: Db, mailbox: string, workspace: string | undefined): Promise<ReaderLanguages> {
  const { text, values } = languagesPart(mailbox, workspace)
  return (await run<ReaderLanguages>(db, text, [...values])).rows[0] ?? { own: null, usual: null }
}
