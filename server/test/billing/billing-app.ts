// A test app with billing, whose clock moves to given days.
import { startTestApp, type TestApp } from '../app/test-app.ts'
import { beginCountingIn, closeMonths, computeUsage, remind } from './billing-jobs.ts'

export interface Billed extends TestApp {
  /** Moves the clock to 03:00 UTC of a day and computes the usage of the days before. */
  goTo(day: string): Promise<void>
  owner(): Promise<ReturnType<TestApp['as']>>
  sue(): Promise<ReturnType<TestApp['as']>>
  count(): Promise<void>
  close(): Promise<void>
  closeMonths(): Promise<void>
  remind(): Promise<void>
  number(text: string, values?: unknown[]): Promise<number>
}

/** Starts a test app on a day and starts counting keys. */
export async function startBilledApp(day: string, env: Record<string, string> = {}): Promise<Billed> {
  const home = await startTestApp({ BILLING: 'on', ...env })
  const { world, clock, given, as } = home
  const goTo = async (to: string) => {
    clock.forward(Date.parse(`${to}T03:00:00Z`) - clock.now().getTime())
    await computeUsage(world)
  }
  await goTo(day)
  const count = () => beginCountingIn(world)
  await count()
  return {
    ...home,
    goTo,
    count,
    owner: async () => as((await given.session(given.owner)).accessToken),
    sue: async () => as((await given.session(given.superAdmin)).accessToken),
    closeMonths: () => closeMonths(world),
    remind: () => remind(world),
    number: async (text, values) => Number((await world.superPool.query(text, values)).rows[0]?.n),
  }
}

export const refusal = (status: number, code: string) => ({ status, body: { code } })
