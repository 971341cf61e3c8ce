import type { JobKind } from '../src/ground/jobs.ts'
import type { House } from './house.ts'

/** Has jobs of a kind done at once that failed and wait for their next try, which comes later each time. */
export async function tryAgain({ world }: Pick<House, 'world'>, kind: JobKind<never>): Promise<void> {
  await world.superPool.query(`update jobs.job set start_after = now() where name = $1 and state = 'retry'`, [
    kind.name,
  ])
  world.jobs.wake(kind)
}
