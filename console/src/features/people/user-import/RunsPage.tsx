import { Runs } from '#features/work/imports/Runs.tsx'
import { userRuns } from '../bulk-runs/user-run-labels.ts'
import { filesOfUsers } from './user-import-kind.tsx'

export default function UserRunsPage() {
  return <Runs acts={userRuns} imports={filesOfUsers} />
}
