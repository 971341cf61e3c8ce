import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from './app-context.ts'

/** A scheduled task that every process checks every few seconds; the first one executes it, the others skip it. */
export interface ScheduledTask {
  readonly name: string
  readonly everySeconds: number
  /** Processes pending work; `stopping` fires when the process is about to stop. */
  readonly work: (world: AppContext, stopping: AbortSignal) => Promise<unknown>
}

const done = new WeakMap<AppContext['superPool'], Map<string, Date>>()

export const lastRunsOfTasks = (world: AppContext): ReadonlyMap<string, Date> => done.get(world.superPool) ?? new Map()

function noteDone(world: AppContext, beat: ScheduledTask): void {
  const all = done.get(world.superPool) ?? new Map<string, Date>()
  done.set(world.superPool, all.set(beat.name, world.clock.now()))
}

/** Starts the scheduled tasks; failures are logged and retried. `stop` waits for running ones. */
export function startScheduledTasks(world: AppContext, beats: readonly ScheduledTask[]): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = beats.map(beat => run(world, beat, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

async function run(world: AppContext, beat: ScheduledTask, stopping: AbortSignal): Promise<void> {
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
