import { RunPage } from '#features/work/runs/RunPage.tsx'
import { userRuns } from './user-run-labels.ts'

export default function UserRunPage() {
  return <RunPage of={userRuns} />
}
