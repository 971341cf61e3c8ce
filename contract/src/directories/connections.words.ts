import { logged, refusals } from '../ground/words.ts'

export const connectionsLog = logged({
  'directory.added': { label: 'Directory connected', did: 'connected the directory <0/>' },
  'directory.changed': { label: 'Directory changed', did: 'changed the directory <0/>' },
  'directory.approved': { label: 'Reach of a directory approved', did: 'approved how far the directory <0/> reaches' },
  'directory.paused': { label: 'Directory paused', did: 'paused the directory <0/>' },
  'directory.removed': { label: 'Directory cut off', did: 'cut off the directory <0/>' },
  'directory.leaver-of-rank': {
    label: 'Leaver with a role',
    did: 'could not suspend <0/>, who left with a role',
  },
})

export const connectionsRefusals = refusals({
  'connection-name-taken': {
    status: 409,
    says: 'Another directory has this name',
    constraint: 'directory_connections_name',
  },
  'connections-full': { status: 409, says: 'A workspace has at most 50 directories. Remove one first' },
  'mapping-wrong': { status: 422, says: 'This mapping cannot work' },
  'dry-run-first': { status: 409, says: 'Look at a dry run first: it shows who would leave' },
  'directory-off': { status: 409, says: 'This directory is switched off. Switch it on first' },
  'scim-tokens-unnamed': {
    status: 409,
    says: 'SCIM tokens made by other administrators exist. Choose which of them can act with your rights, or replace them',
  },
  'not-approved': { status: 409, says: 'An owner has to approve first how far this directory reaches' },
})
