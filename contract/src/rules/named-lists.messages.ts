import { logged, refusals } from '../platform/text-declarations.ts'

export const namedListsLog = logged({
  'named-list.created': { label: 'Named list created', did: 'created the named list <0/>' },
  'named-list.updated': { label: 'Named list changed', did: 'changed the named list <0/>' },
  'named-list.deleted': { label: 'Named list deleted', did: 'deleted the named list <0/>' },
})

export const namedListsRefusals = refusals({
  'list-name-taken': { status: 409, says: 'Another named list has this name', constraint: 'named_lists_name' },
  'list-entries-wrong': { status: 422, says: "Some entries don't match the type of the list" },
  'list-in-use': { status: 409, says: 'An access policy uses this list', constraint: 'policy_lists_list' },
  'too-many-lists': { status: 409, says: 'The limit of 1,000 named lists is reached' },
})
