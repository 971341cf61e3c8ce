// A house with billing on, whose clock goes to given days.
import { startTestApp, type TestApp } from '../app/test-app.ts'
import { beginCountingIn, closeMonths, computeUsage, remind } from './billing-jobs.ts'

export interface Billed extends TestApp {
  /** Three o'clock in the morning (UTC) of a day, after the usage of the days before was computed. */
  goTo(day: string): Promise<void>
  owner(): Promise<ReturnType<TestApp['as']>>
  sue(): Promise<ReturnType<TestApp['as']>>
  count(): Promise<void>
  close(): Promise<void>
  closeMonths(): Promise<void>
  remind(): Promise<void>
  number(text: string, values?: unknown[]): Promise<number>
}

/** Opens a house on a day, and begins to count the keys of its workspaces. */
export async function billedHouse(day: string, env: Record<string, string> = {}): Promise<Billed> {
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
