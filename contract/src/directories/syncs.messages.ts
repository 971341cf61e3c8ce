import { logged, refusals } from '../platform/text-declarations.ts'

export const syncsLog = logged({
  'directory.sync-started': { label: 'Directory run started', did: 'started a run of the directory <0/>' },
  'directory.sync-ended': { label: 'Directory run finished', did: 'finished a run of the directory <0/>' },
  'directory.sync-failed': {
    label: 'Directory run failed',
    did: 'failed to read the directory <0/>',
    failed: 'failed to read the directory <0/>',
  },
  'directory.sync-braked': {
    label: 'Directory run stopped by the safety threshold',
    did: 'stopped a run of the directory <0/> at the safety threshold',
  },
  'directory.sync-agreed': { label: 'Stopped run continued', did: 'continued a stopped run of the directory <0/>' },
  'directory.sync-stopped': { label: 'Directory run canceled', did: 'canceled a run of the directory <0/>' },
  'directory.silent': {
    label: 'Directory not reachable',
    did: 'had no successful contact with the directory <0/>',
  },
  'directory.sync-undone': { label: 'Directory run undone', did: 'undid a run of the directory <0/>' },
})

export const syncsRefusals = refusals({
  'sync-runs': {
    status: 409,
    says: 'This directory is being read. Wait until the run ends, or stop it.',
    constraint: 'directory_runs_one',
  },
  'source-failed': { status: 409, says: "The directory couldn't be read" },
})
