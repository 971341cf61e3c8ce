import { Runs } from '../../work/imports/Runs.tsx'
import { userRuns } from '../bulk-runs/words.ts'
import { filesOfUsers } from './kind.tsx'

/** What was done to many users at once. */
export default function UserRunsPage() {
  return <Runs acts={userRuns} imports={filesOfUsers} />
}
