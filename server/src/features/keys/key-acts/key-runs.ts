import { keyReasons } from '@claviger/contract/keys/key-acts'
import { msg } from '#platform/languages.ts'
import { runCalls } from '#features/work/works/works.runs.ts'
import { keyAssign } from '../key-assignment/key-assignment.kind.ts'
import { keyRows } from './acts.store.ts'
import { keyPolicies } from './policy/key-policy-kind.ts'
import { keyActs } from './key-run-kind.ts'

export const keyRuns = runCalls([keyActs, keyAssign, keyPolicies], {
  ...keyRows,
  headers: [msg('Key'), msg('Owner')],
  reasons: keyReasons,
  item: ({ id, name, detail, done, reason }) => ({ id, name, owner: detail, done, reason }),
})
