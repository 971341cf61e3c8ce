import { logged } from '../ground/log.ts'

export const savedViewsLog = logged({
  'view.saved': { label: 'View saved', did: 'saved the view <0/>' },
  'view.changed': { label: 'View changed', did: 'changed the view <0/>' },
  'view.removed': { label: 'View removed', did: 'removed the view <0/>' },
})
