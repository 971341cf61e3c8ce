import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { days } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import { type ActivityEntry, record } from '#platform/record/record.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const { addUnit, appointOver } = testData(home)
const from = {
  actor: { kind: 'nobody' },
  request: { id: 'r', ip: '203.0.113.80', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0' },
  workspace: given.owner.workspace,
} as const
const logged = (entry: ActivityEntry) => transact(world, from, ctx => record(ctx, entry))
const refuse = (id: string, failed: string) =>
  logged({
    action: 'sign-in.passkey',
    failed,
    by: { id, name: 'Somebody' },
    object: { type: 'passkey', id: 'k', name: 'YubiKey' },
  })
const asOne = async (person: { id: string; workspace: string }) => as((await given.session(person)).accessToken)

test('a user manager reads why a user was refused, and nothing else in the log', async () => {
  const id = await given.addUser('Often', 'Refused')
  await logged({ action: 'sign-in.passkey', by: { id, name: 'Often Refused' } })
  await refuse(id, 'The security key is suspended or blocked')
  await refuse(given.user.id, 'Of somebody else')
  const desk = await asOne(given.userManager)
  expect((await desk.tell(activity.refusals, { id })).items).toEqual([
    {
      id: expect.any(String) as string,
      at: clock.now().toISOString(),
      reason: 'The security key is suspended or blocked',
      objectName: 'YubiKey',
      site: null,
      computer: null,
      device: 'Firefox on Windows',
      ip: '203.0.113.80',
    },
  ])
  expect(await desk.ask(activity.ofUser, { id })).toMatchObject({ status: 403 })
  for (const nobodys of [given.ownerElsewhere.id, '00000000-0000-7000-8000-000000000001'])
    expect(await desk.ask(activity.refusals, { id: nobodys })).toMatchObject({ status: 404 })
  expect(await (await asOne(given.user)).ask(activity.refusals, { id })).toMatchObject({ status: 403 })
})

test('the last five refusals of the past month are listed, newest first', async () => {
  const id = await given.addUser('Seven', 'Times')
  for (const reason of ['1', '2', '3', '4', '5', '6']) {
    await refuse(id, reason)
    clock.forward(1000)
  }
  const reasons = async () =>
    (await (await asOne(given.userManager)).tell(activity.refusals, { id })).items.map(one => one.reason)
  expect(await reasons()).toEqual(['6', '5', '4', '3', '2'])
  clock.forward(days(31))
  expect(await reasons()).toEqual([])
})

test('a unit administrator reads refusals only of users in the unit', async () => {
  const [inside, outside] = [await given.addUser('In', 'Unit'), await given.addUser('Out', 'OfUnit')]
  const admin = await given.addUser('Unit', 'Admin')
  await appointOver(admin, [await addUnit('Ward', [inside])])
  await refuse(inside, 'Inside')
  await refuse(outside, 'Outside')
  const desk = await asOne({ id: admin, workspace: given.owner.workspace })
  expect((await desk.tell(activity.refusals, { id: inside })).items).toMatchObject([{ reason: 'Inside' }])
  expect(await desk.ask(activity.refusals, { id: outside })).toMatchObject({ status: 404 })
})
