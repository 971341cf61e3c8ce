import { RunPage } from '../../work/runs/RunPage.tsx'
import { keyRuns } from './words.ts'

/** One act on many keys. */
export default function KeyRunPage() {
  return <RunPage of={keyRuns} />
}
