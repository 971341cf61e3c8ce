import { RunPage } from '../../work/runs/RunPage.tsx'
import { passkeyRuns } from './words.ts'

/** One run that registered passkeys elsewhere. */
export default function PasskeyRunPage() {
  return <RunPage of={passkeyRuns} />
}
