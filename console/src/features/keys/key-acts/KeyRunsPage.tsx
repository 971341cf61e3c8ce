import { RunList } from '../../work/runs/RunList.tsx'
import { keyRuns } from './words.ts'

/** What was done to many keys at once. */
export default function KeyRunsPage() {
  return <RunList of={keyRuns} />
}
