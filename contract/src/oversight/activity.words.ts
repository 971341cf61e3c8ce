import { logged } from '../ground/words.ts'

export const activityLog = logged({
  'activity.trimmed': { label: 'Old activity removed', did: 'removed what the activity log no longer keeps' },
  'activity.exported': { label: 'Activity exported', did: 'exported the activity log' },
})
