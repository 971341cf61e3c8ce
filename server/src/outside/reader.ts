import { firstSpoken, type Language } from '@claviger/contract/ground/languages'
import type { Ctx } from '../ground/world.ts'
import { languagesOf } from './reader.store.ts'

export { languagesPart } from './reader.store.ts'

/**
 * The language of whoever reads a mail: the reader's own choice, else what the browser of somebody on the way in asks
 * for, else the language of the workspace.
 */
export async function readerOf(ctx: Ctx, mailbox: string): Promise<Language> {
  return languageOfReader(ctx, await languagesOf(ctx.db, mailbox, ctx.workspace))
}

/** Which of the languages that were read for a reader it is. */
export function languageOfReader(
  ctx: Pick<Ctx, 'actor' | 'request'>,
  { own, usual }: { own: string | null; usual: string | null },
): Language {
  // Who is signed in writes to others as well as to themselves; their browser says nothing of the reader
  const asked = ctx.actor.kind === 'user' || ctx.actor.kind === 'api-key' ? undefined : ctx.request.language
  return firstSpoken([own, asked, usual].filter(one => one !== null && one !== undefined)) ?? 'en'
}
