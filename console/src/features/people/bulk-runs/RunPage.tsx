import { RunPage } from '../../work/runs/RunPage.tsx'
import { userRuns } from './words.ts'

/** One act on many users. */
export default function UserRunPage() {
  return <RunPage of={userRuns} />
}
