import { RunPage } from '#features/work/runs/RunPage.tsx'
import { passkeyRuns } from './on-behalf-labels.ts'

export default function PasskeyRunPage() {
  return <RunPage of={passkeyRuns} />
}
