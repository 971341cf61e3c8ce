import { RunPage } from '#features/work/runs/RunPage.tsx'
import { userRuns } from './words.ts'

export default function UserRunPage() {
  return <RunPage of={userRuns} />
}
