import * as z from 'zod/mini'
import { del, feature, get, post } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing, text, whole } from '../platform/fields.ts'

export const announcementLevels = ['info', 'warning', 'error'] as const
export const mostAnnouncements = 50

const Announcement = z.object({
  id: z.string(),
  text: z.string(),
  level: z.enum(announcementLevels),
  language: z.nullable(z.string()),
  type: z.nullable(z.int()),
  partner: z.nullable(z.object({ id: z.string(), name: z.string() })),
  endsAt: instant,
  /** Administrators who were emailed so far; null if it is only shown above the console. */
  emailed: z.nullable(z.int()),
  createdBy: z.string(),
  createdAt: instant,
})
export type Announcement = z.output<typeof Announcement>

const may = 'super.workspaces'

/** Notices of super administrators above the console of chosen workspaces. */
export const announcements = feature('announcements', ['account'], {
  list: get('/superAdmin/announcements', {
    summary: 'List current announcements',
    input: Nothing,
    reply: z.object({ items: z.array(Announcement) }),
    may,
  }),
  create: post('/superAdmin/announcements', {
    summary:
      'Announce a text to administrators above the console and by email, optionally by language, type, or partner',
    input: z.object({
      text: text(300, 'Enter a text'),
      level: z._default(z.enum(announcementLevels), 'info'),
      language: z.optional(z.nullable(z.string().check(z.regex(/^[a-z]{2}$/)))),
      type: z.optional(z.nullable(whole(1, 12))),
      partnerId: z.optional(z.nullable(id)),
      days: z._default(whole(1, 90), 7),
      /** Also emails it to owners and administrators. */
      email: z._default(z.boolean(), false),
    }),
    reply: Announcement,
    may,
    fails: ['not-a-partner', 'announcements-full'],
  }),
  remove: del('/superAdmin/announcements/{id}', {
    summary: 'Remove an announcement',
    input: z.object({ id }),
    reply: Done,
    may,
    fails: ['not-found'],
  }),
})
