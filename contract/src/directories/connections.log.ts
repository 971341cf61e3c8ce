import { logged } from '../ground/log.ts'

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
