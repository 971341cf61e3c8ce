import { logged } from '../platform/text-declarations.ts'

export const activityLog = logged({
  'activity.trimmed': { label: 'Old log entries removed', did: 'removed expired entries from the activity log' },
  'activity.exported': { label: 'Activity exported', did: 'exported the activity log' },
})
