import { type Announcement, type announcements, mostAnnouncements } from '@claviger/contract/tenancy/announcements'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { days, later } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mailAnnouncement } from './announcements.jobs.ts'
import { isPartner } from '../workspaces/workspaces.governance.ts'
import {
  type AnnouncementRow,
  deleteAnnouncement,
  insertAnnouncement,
  readAnnouncements,
} from './announcements.store.ts'

export { findCurrentAnnouncements } from './announcements.store.ts'

type Input = OutputOf<typeof announcements.create.input>

const replyOf = (row: AnnouncementRow): Announcement => ({
  id: row.id,
  text: row.text,
  level: row.level,
  language: row.language,
  type: row.type,
  partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name ?? '' },
  emailed: row.emailed,
  endsAt: row.ends_at.toISOString(),
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
})

export const listAnnouncements = async (ctx: TransactionContext) => ({
  items: (await readAnnouncements(ctx.db, ctx.clock.now())).map(replyOf),
})

/** @throws not-a-partner, announcements-full */
export async function announceText(ctx: TransactionContext, input: Input): Promise<Announcement> {
  const now = ctx.clock.now()
  if ((await readAnnouncements(ctx.db, now)).length >= mostAnnouncements) throw problem('announcements-full')
  const partner = input.partnerId ?? null
  if (partner !== null && !(await isPartner(ctx, partner))) throw problem('not-a-partner')
  const id = newId()
  await insertAnnouncement(ctx.db, {
    id,
    text: input.text,
    level: input.level,
    language: input.language ?? null,
    type: input.type ?? null,
    partner_id: partner,
    ends_at: later(now, days(input.days)),
    created_by: shownAs(ctx).name.slice(0, 260),
    created_at: now,
    emailed: input.email ? 0 : null,
  })
  if (input.email) await ctx.jobs.announce(ctx, mailAnnouncement, { id })
  await record(ctx, {
    action: 'announcement.created',
    object: { type: 'announcement', id, name: input.text },
    after: { email: input.email },
  })
  const made = (await readAnnouncements(ctx.db, now)).find(row => row.id === id)
  if (!made) throw problem('not-found')
  return replyOf(made)
}

/** @throws not-found */
export async function removeAnnouncement(ctx: TransactionContext, { id }: { id: string }) {
  const text = await deleteAnnouncement(ctx.db, id)
  if (text === undefined) throw problem('not-found')
  await record(ctx, {
    action: 'announcement.removed',
    object: { type: 'announcement', id, name: text },
    before: { text },
  })
  return doneReply
}
