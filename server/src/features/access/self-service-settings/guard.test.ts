import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { PageSettings, type PageSettingsInput } from '@claviger/contract/access/self-service-settings/page-settings'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock, mailTo } = home
const workspace = given.owner.workspace
const settingsOf = (more: PageSettingsInput) => z.parse(PageSettings, more)

let people = 0
async function administrator(role: number, additional: number[]) {
  const id = await given.addUser('Sett', `Ings${++people}`)
  await testData(home).appoint(id, role, additional)
  return async () => as((await given.session({ id, workspace })).accessToken)
}

const weaker: Record<string, PageSettingsInput> = {
  verification: { verificationType: 'none' },
  fields: { fields: { userId: true, employeeId: false, lastName: false } },
  attributes: { attributes: [{ from: 'attribute1', name: 'Locker' }] },
  limits: { limits: { person: 100 } },
  'messages to the user': { tellPerson: false },
  'emails about failures to the service desk': { tellDesk: { on: true, email: 'desk@northgate.example' } },
  'replacement cards': { secondCard: 'replace' },
  services: { services: { enrollment: true, pinRecovery: false } },
  'cards that name their holder': { cardNamesHolder: true },
}
let pages = 0

test.each(Object.entries(weaker))(
  'changing page settings (%s) requires permission to act for all users and a recent confirmation',
  async (_, more) => {
    const settings = settingsOf(more)
    const [writes, everything] = [await administrator(5, [4]), await administrator(5, [1])]
    const page = `guarded-${++pages}`
    await (await writes()).tell(selfServicePages.create, { page, name: 'Guarded', draft: true })
    const change = { page, name: 'Guarded', version: 1, settings }
    const refused = { status: 403, body: { code: 'acts-for-all' } }
    expect(await (await writes()).ask(selfServicePages.update, change)).toMatchObject(refused)
    expect(
      await (await writes()).ask(selfServicePages.create, { page: `${page}-new`, name: 'New', settings, draft: true }),
    ).toMatchObject(refused)
    const stale = await everything()
    clock.forward(minutes(6))
    expect(await stale.ask(selfServicePages.update, change)).toMatchObject({
      status: 401,
      body: { code: 'verify-first' },
    })
    expect(await (await everything()).ask(selfServicePages.update, change)).toMatchObject({ status: 200 })
    await expect
      .poll(async () => (await mailTo(given.owner.email)).subject)
      .toBe('Access to the card page “Guarded” was changed')
    await (
      await everything()
    ).tell(selfServicePages.update, { page, name: 'Guarded', version: 2, settings: settingsOf({}) })
    const back = await (await writes()).ask(selfServicePages.restore, { page, restored: 2, version: 3 })
    expect(back).toMatchObject(refused)
  },
)

test('creating an active page requires permission to act for all users and a recent confirmation', async () => {
  const [writes, everything] = [await administrator(5, [4]), await administrator(5, [1])]
  const open = { page: 'open', name: 'Open' }
  expect(await (await writes()).ask(selfServicePages.create, open)).toMatchObject({ body: { code: 'acts-for-all' } })
  const stale = await everything()
  clock.forward(minutes(6))
  expect(await stale.ask(selfServicePages.create, open)).toMatchObject({ body: { code: 'verify-first' } })
  expect(await (await everything()).tell(selfServicePages.create, open)).toMatchObject({ active: true })
})

test('an administrator who can only edit settings can neither activate a draft page nor create a secret for it', async () => {
  const writes = await administrator(5, [4])
  await (await writes()).tell(selfServicePages.create, { page: 'waits', name: 'Waits', draft: true })
  const refused = { status: 403, body: { code: 'acts-for-all' } }
  expect(await (await writes()).ask(selfServicePages.turn, { page: 'waits', active: true })).toMatchObject(refused)
  expect(await (await writes()).ask(selfServicePages.makeSecret, { page: 'waits' })).toMatchObject(refused)
  const everything = await administrator(5, [1])
  const stale = await everything()
  clock.forward(minutes(6))
  expect(await stale.ask(selfServicePages.turn, { page: 'waits', active: true })).toMatchObject({
    body: { code: 'verify-first' },
  })
  await (await everything()).tell(selfServicePages.turn, { page: 'waits', active: true })
})

test('an administrator who can edit settings can change texts of a page', async () => {
  const writes = await administrator(5, [4])
  await (await writes()).tell(selfServicePages.create, { page: 'plain', name: 'Plain', draft: true })
  const settings = settingsOf({ messages: { en: { title: 'Badges' } } })
  const changed = await (
    await writes()
  ).tell(selfServicePages.update, { page: 'plain', name: 'Plain', version: 1, settings })
  expect(changed).toMatchObject({ version: 2 })
})
