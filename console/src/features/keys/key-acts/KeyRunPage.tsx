import { RunPage } from '#features/work/runs/RunPage.tsx'
import { keyRuns } from './key-run-labels.ts'

export default function KeyRunPage() {
  return <RunPage of={keyRuns} />
}
