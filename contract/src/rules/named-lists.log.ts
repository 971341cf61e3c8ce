import { logged } from '../ground/log.ts'

export const namedListsLog = logged({
  'named-list.created': { label: 'Named list created', did: 'created the named list <0/>' },
  'named-list.updated': { label: 'Named list changed', did: 'changed the named list <0/>' },
  'named-list.deleted': { label: 'Named list deleted', did: 'deleted the named list <0/>' },
})
