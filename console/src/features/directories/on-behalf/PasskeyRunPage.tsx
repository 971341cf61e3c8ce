import { RunPage } from '#features/work/runs/RunPage.tsx'
import { passkeyRuns } from './words.ts'

export default function PasskeyRunPage() {
  return <RunPage of={passkeyRuns} />
}
