import { isLanguage, type Language } from '@claviger/contract/platform/languages'
import type { JobKind } from '#platform/jobs.ts'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { mailTo } from '#integrations/mail.ts'
import { type AnnouncementRecipient, lockToMail, nextToMail, noteMailed } from './announcements.store.ts'

const everywhere = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'announcement', ip: '', userAgent: '' },
  everywhere: true,
} as const

const slice = 500

/** Emails an announcement in slices, each committed with its position, so that a restart repeats no email. */
export const mailAnnouncement: JobKind<{ id: string }> = {
  name: 'mail-announcement',
  silent: { tables: ['announcements'], because: 'The announcement was recorded when it was created' },
  async work(world: AppContext, { id }) {
    let more = true
    while (more) more = await transact(world, everywhere, ctx => mailSlice(ctx, id))
  },
}

async function mailSlice(ctx: TransactionContext, id: string): Promise<boolean> {
  const row = await lockToMail(ctx.db, id, ctx.clock.now())
  // Removed or ended meanwhile
  if (!row) return false
  const found = await nextToMail(ctx.db, row, slice)
  const last = found.at(-1)
  if (!last) return false
  for (const one of found) await send(ctx, one, row.text)
  await noteMailed(ctx.db, id, last.email, found.length)
  return found.length === slice
}

const languageOf = (of: string | null): Language => (isLanguage(of) ? of : 'en')

const send = (ctx: TransactionContext, { email, name, language }: AnnouncementRecipient, text: string) =>
  mailTo(ctx, email, languageOf(language), say => ({
    subject: say('Announcement: {text}', { text: text.length > 80 ? `${text.slice(0, 79)}…` : text }),
    greeting: say('Hello {name},', { name }),
    paragraphs: [text],
    button: { label: say('Open console'), href: `${ctx.config.publicUrl}/dashboard` },
    footer: say('You receive this email because you administer a workspace on this server.'),
  }))
