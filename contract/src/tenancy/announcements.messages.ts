import { logged, refusals } from '../platform/text-declarations.ts'

export const announcementsLog = logged({
  'announcement.created': { label: 'Announcement created', did: 'announced: <0/>' },
  'announcement.removed': { label: 'Announcement removed', did: 'removed the announcement <0/>' },
})

export const announcementsRefusals = refusals({
  'announcements-full': { status: 409, says: 'There are 50 announcements already. Remove one first' },
})
