import { logged } from '../ground/log.ts'

export const syncsLog = logged({
  'directory.sync-started': { label: 'Directory run begun', did: 'began a run of the directory <0/>' },
  'directory.sync-ended': { label: 'Directory run ended', did: 'ended a run of the directory <0/>' },
  'directory.sync-failed': {
    label: 'Directory run failed',
    did: 'could not read the directory <0/>',
    failed: 'could not read the directory <0/>',
  },
  'directory.sync-braked': { label: 'Directory run braked', did: 'stopped a run of the directory <0/> by the brake' },
  'directory.sync-agreed': { label: 'Braked run let go on', did: 'let a braked run of the directory <0/> go on' },
  'directory.sync-stopped': { label: 'Directory run stopped', did: 'stopped a run of the directory <0/>' },
  'directory.sync-undone': { label: 'Directory run taken back', did: 'took back a run of the directory <0/>' },
})
