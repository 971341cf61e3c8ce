import type { ProofOfWorkTask } from '@claviger/contract/access/self-service'
import { solve } from './work.ts'

// Runs in a worker, so that typing stays responsive
self.addEventListener('message', ({ data }: MessageEvent<ProofOfWorkTask>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one parent and no origin to name
  void solve(data).then(proof => self.postMessage(proof))
})
