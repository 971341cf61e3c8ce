import type { Work } from '@claviger/contract/access/self-service'

/** Solves a task beside the page. */
export function solveBeside(work: Work, solved: (proof: string) => void): void {
  const worker = new Worker(new URL('./solving.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<string>) => {
    worker.terminate()
    solved(data)
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
  worker.postMessage(work)
}

/** Works a task out beside the page, and answers once it is done. */
export const workOut = (work: Work): Promise<string> => new Promise(done => solveBeside(work, done))
