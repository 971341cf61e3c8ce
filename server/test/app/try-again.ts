import type { JobKind } from '../../src/platform/jobs.ts'
import type { TestApp } from './test-app.ts'

export async function tryAgain({ world }: Pick<TestApp, 'world'>, kind: JobKind<never>): Promise<void> {
  await world.superPool.query(`update jobs.job set start_after = now() where name = $1 and state = 'retry'`, [
    kind.name,
  ])
  world.jobs.wake(kind)
}
