import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './world.ts'

/** A scheduled task that every process checks every few seconds; the first one executes it, the others skip it. */
export interface Beat {
  readonly name: string
  readonly everySeconds: number
  /** Processes pending work; `stopping` fires when the process is about to stop. */
  readonly work: (world: World, stopping: AbortSignal) => Promise<unknown>
}

const done = new WeakMap<World['superPool'], Map<string, Date>>()

export const beatsOf = (world: World): ReadonlyMap<string, Date> => done.get(world.superPool) ?? new Map()

function noteDone(world: World, beat: Beat): void {
  const all = done.get(world.superPool) ?? new Map<string, Date>()
  done.set(world.superPool, all.set(beat.name, world.clock.now()))
}

/** Starts the scheduled tasks; failures are logged and retried. `stop` waits for running ones. */
export function startBeats(world: World, beats: readonly Beat[]): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = beats.map(beat => run(world, beat, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function run(world: World, beat: Beat, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await beat.work(world, stopping)
      noteDone(world, beat)
    } catch (error) {
      world.log.warn({ beat: beat.name, err: error }, 'regular work failed and will be tried again')
    }
    await sleep(beat.everySeconds * 1000, undefined, { signal: stopping }).catch(() => undefined)
  }
}
