import { syncs } from '@claviger/contract/directories/syncs'
import { bind } from '#http/bind.ts'
import { agreeToRun, beginOne, resumeOne, retryOne, stopOne, undoOne } from './syncs.acts.ts'
import { getSync, listRows, listSyncs, resultOfSync } from './syncs.calls.ts'
import { checkOne, sampleOne } from './syncs.look.ts'

export default bind(syncs, {
  list: listSyncs,
  get: getSync,
  rows: listRows,
  result: resultOfSync,
  begin: beginOne,
  agree: agreeToRun,
  stop: stopOne,
  undo: undoOne,
  retry: retryOne,
  check: checkOne,
  sample: sampleOne,
  resume: resumeOne,
})
