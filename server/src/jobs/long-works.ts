import { directorySyncs } from '../features/directories/syncs/sync-run-kind.ts'
import { cardImports } from '../features/keys/card-import/card-import-kind.ts'
import { cardLetters } from '../features/keys/card-import/card-mails.ts'
import { keyActs } from '../features/keys/key-acts/key-run-kind.ts'
import { keyAssign } from '../features/keys/key-assignment/key-assignment.kind.ts'
import { keyPolicies } from '../features/keys/key-acts/policy/key-policy-kind.ts'
import { onBehalfWork } from '../features/directories/on-behalf/on-behalf.kind.ts'
import { userActs } from '../features/people/bulk-runs/user-run-kind.ts'
import { userImports } from '../features/people/user-import/user-import-kind.ts'
import { workflowRuns } from '../features/automation/workflows/workflow-run-kind.ts'
import { workflowDevices } from '../features/automation/workflows/types/external-types.ts'
import { type WorkKind, registerKinds } from '../features/work/works/work-kind.ts'

export const longWorks: readonly WorkKind[] = [
  userActs,
  userImports,
  keyActs,
  keyAssign,
  keyPolicies,
  cardImports,
  cardLetters,
  directorySyncs,
  workflowRuns,
  workflowDevices,
  onBehalfWork,
]

registerKinds(longWorks)
