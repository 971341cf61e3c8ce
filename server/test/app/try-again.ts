import type { JobKind } from '../../src/platform/jobs.ts'
import type { House } from './house.ts'

export async function tryAgain({ world }: Pick<House, 'world'>, kind: JobKind<never>): Promise<void> {
  await world.superPool.query(`update jobs.job set start_after = now() where name = $1 and state = 'retry'`, [
    kind.name,
  ])
  world.jobs.wake(kind)
}
