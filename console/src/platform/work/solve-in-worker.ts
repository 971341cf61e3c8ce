import type { ProofOfWorkTask } from '@claviger/contract/access/self-service'

export function solveInWorker(work: ProofOfWorkTask, solved: (proof: string) => void): void {
  const worker = new Worker(new URL('./solver-worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
    worker.terminate()
    solved(data)
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(work)
}

export const workOut = (work: ProofOfWorkTask): Promise<string> => new Promise(done => solveInWorker(work, done))
