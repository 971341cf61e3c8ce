import { logged, refusals } from '../platform/text-declarations.ts'

export const savedViewsLog = logged({
  'view.saved': { label: 'View saved', did: 'saved the view <0/>' },
  'view.changed': { label: 'View changed', did: 'changed the view <0/>' },
  'view.removed': { label: 'View removed', did: 'removed the view <0/>' },
})

export const savedViewsRefusals = refusals({
  'view-name-taken': { status: 409, says: 'You already have a view with this name', constraint: 'saved_views_name' },
  'too-many-views': { status: 409, says: 'The limit of 20 views for a list is reached. Delete one first' },
})
