import { logged, refusals } from '../platform/text-declarations.ts'

export const connectionsLog = logged({
  'directory.added': { label: 'Directory connected', did: 'connected the directory <0/>' },
  'directory.changed': { label: 'Directory changed', did: 'changed the directory <0/>' },
  'directory.approved': { label: 'Directory access approved', did: 'approved the access of the directory <0/>' },
  'directory.paused': { label: 'Directory paused', did: 'paused the directory <0/>' },
  'directory.precedence': {
    label: 'Order of directories changed',
    did: 'changed the order of the directories',
  },
  'directory.removed': { label: 'Directory disconnected', did: 'disconnected the directory <0/>' },
  'directory.leaver-of-rank': {
    label: 'Departed user has a role',
    did: "couldn't suspend <0/>, who left the directory but has a role",
  },
})

export const connectionsRefusals = refusals({
  'connection-name-taken': {
    status: 409,
    says: 'Another directory has this name. Choose a different name.',
    constraint: 'directory_connections_name',
  },
  'connections-full': { status: 409, says: 'A workspace can have at most 50 directories. Remove one first.' },
  'mapping-wrong': { status: 422, says: "This mapping can't work" },
  'dry-run-first': { status: 409, says: 'Run a dry run first. It shows who would be deprovisioned.' },
  'directory-off': { status: 409, says: 'This directory is turned off. Turn it on first.' },
  'scim-tokens-unnamed': {
    status: 409,
    says: 'SCIM tokens made by other administrators exist. Choose which of them can act with your rights, or replace them',
  },
  'not-approved': { status: 409, says: 'An owner must approve the access of this directory first' },
})
