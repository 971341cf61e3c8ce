import { RunPage } from '#features/work/runs/RunPage.tsx'
import { keyRuns } from './words.ts'

export default function KeyRunPage() {
  return <RunPage of={keyRuns} />
}
