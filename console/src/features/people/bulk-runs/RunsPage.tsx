import { RunList } from '../../work/runs/RunList.tsx'
import { userRuns } from './words.ts'

/** What was done to many users at once. */
export default function UserRunsPage() {
  return <RunList of={userRuns} />
}
