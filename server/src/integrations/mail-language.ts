import { firstSupportedLanguage, type Language } from '@claviger/contract/platform/languages'
import type { TransactionContext } from '../platform/app-context.ts'
import { languagesOf } from './mail-language.store.ts'

export { languagesPart } from './mail-language.store.ts'

/**
 * The language of an email: the recipient's choice, else the browser's if the recipient is just signing in,
 * else the workspace's.
 */
export async function readerOf(ctx: TransactionContext, mailbox: string): Promise<Language> {
  return languageOfReader(ctx, await languagesOf(ctx.db, mailbox, ctx.workspace))
}

export function languageOfReader(
  ctx: Pick<TransactionContext, 'actor' | 'request'>,
  { own, usual }: { own: string | null; usual: string | null },
): Language {
  // A signed-in user also sends emails to others, so their browser says nothing about the recipient
  const asked = ctx.actor.kind === 'user' || ctx.actor.kind === 'api-key' ? undefined : ctx.request.language
  return firstSupportedLanguage([own, asked, usual].filter(one => one !== null && one !== undefined)) ?? 'en'
}
