import { directorySyncs } from '../features/directories/syncs/kind.ts'
import { cardImports } from '../features/keys/card-import/kind.ts'
import { cardLetters } from '../features/keys/card-import/letters.ts'
import { keyActs } from '../features/keys/key-acts/kind.ts'
import { keyAssign } from '../features/keys/key-assignment/key-assignment.kind.ts'
import { keyPolicies } from '../features/keys/key-acts/policy/kind.ts'
import { onBehalfWork } from '../features/directories/on-behalf/on-behalf.kind.ts'
import { userActs } from '../features/people/bulk-runs/kind.ts'
import { userImports } from '../features/people/user-import/kind.ts'
import { workflowRuns } from '../features/automation/workflows/kind.ts'
import { workflowDevices } from '../features/automation/workflows/types/elsewhere.ts'
import { type WorkKind, registerKinds } from '../features/work/works/kind.ts'

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
