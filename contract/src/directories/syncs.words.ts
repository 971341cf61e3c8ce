import { logged, refusals } from '../ground/words.ts'

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

export const syncsRefusals = refusals({
  'sync-runs': {
    status: 409,
    says: 'This directory is being read at the moment. Wait for the end, or stop it',
    constraint: 'directory_runs_one',
  },
  'source-failed': { status: 409, says: 'The directory could not be read' },
})
