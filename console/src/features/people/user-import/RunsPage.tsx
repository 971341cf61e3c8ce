import { Runs } from '#features/work/imports/Runs.tsx'
import { userRuns } from '../bulk-runs/words.ts'
import { filesOfUsers } from './kind.tsx'

export default function UserRunsPage() {
  return <Runs acts={userRuns} imports={filesOfUsers} />
}
