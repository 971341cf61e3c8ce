import { signIn } from '@claviger/contract/access/sign-in'
import { activity } from '@claviger/contract/oversight/activity'
import { statistics } from '@claviger/contract/oversight/statistics'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { trimLog } from '#features/oversight/log-chain/log-trimming.ts'
import { days, hours } from '#platform/clock.ts'
import { startTestApp } from '../app/test-app.ts'

const { as, given, clock, world } = await startTestApp()
const owner = async () => as((await given.session(given.owner)).accessToken)

test('users find their workspace by its current url, not by the former one', async () => {
  const found = async (id: string) =>
    (await as(undefined).tell(signIn.authenticationProfile, { id })).workspace?.name ?? null
  const { name, url } = (await (await owner()).tell(workspaceSettings.details)).workspace
  expect([await found(url), await found('moved-away')]).toEqual([name, null])
  await (await owner()).tell(workspaceSettings.updateWorkspace, { name, url: 'moved-away' })
  expect([await found(url), await found('moved-away')]).toEqual([null, name])
  await (await owner()).tell(workspaceSettings.updateWorkspace, { name, url })
})

test('the days of the statistics follow the timeZone', async () => {
  const today = async (timeZone: string) => {
    await (await owner()).tell(workspaceSettings.update, { timeZone })
    return (await (await owner()).tell(statistics.users)).trend.at(-1)?.day
  }
  // These zones are 25 hours apart, so never on the same day
  expect(await today('Pacific/Kiritimati')).not.toBe(await today('Pacific/Pago_Pago'))
  await today('UTC')
})

test('a log line is removed when it is older than activityDays, and kept when that is not set', async () => {
  const admin = await owner()
  await admin.tell(workspaceSettings.update, { city: 'Long ago' })
  const [line] = (await admin.tell(activity.list, { action: ['workspace.updated'] })).items
  clock.forward(days(31))
  const there = async (activityDays: number | null) => {
    await (await owner()).tell(workspaceSettings.updateExtras, { attributeNames: [], activityDays })
    await trimLog(world)
    const { items } = await (await owner()).tell(activity.list, { action: ['workspace.updated'], pageSize: 100 })
    return items.some(one => one.id === line?.id)
  }
  expect(line).toMatchObject({ after: { city: 'Long ago' } })
  expect(await there(null)).toBe(true)
  await expect.poll(() => there(30), { timeout: 20_000 }).toBe(false)
})

test('a session ends at the age of sessionHours, and lowering it ends older sessions', async () => {
  const set = async (sessionHours: number | null) =>
    (await owner()).tell(workspaceSettings.updateExtras, { attributeNames: [], activityDays: null, sessionHours })
  const renew = async ({ refreshToken }: { refreshToken: string }) =>
    as(undefined).ask(signIn.refresh, { refreshToken })
  const user = { id: await given.addUser('Long', 'Session'), workspace: given.owner.workspace }
  expect((await set(2)).extras).toMatchObject({ sessionHours: 2 })
  const short = await given.session(user)
  await set(null)
  const long = await given.session(user)
  clock.forward(hours(3))
  expect(await renew(short)).toMatchObject({ body: { code: 'refresh-refused' } })
  const renewed = await renew(long)
  expect(renewed.status).toBe(200)
  await set(2)
  expect(await renew(renewed.body as { refreshToken: string })).toMatchObject({ body: { code: 'refresh-refused' } })
  await set(null)
})
