import { account } from '@claviger/contract/access/account'
import { supportAccess, supportStates } from '@claviger/contract/access/support-access'
import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { users } from '@claviger/contract/people/users'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { outboxMails } from '#integrations/mail.ts'
import { days, minutes } from '#platform/clock.ts'

const { as, given, clock, mailTo, world } = await startTestApp()
const sue = async () => as((await given.session(given.superAdmin)).accessToken)
const owner = async () => as((await given.session(given.owner)).accessToken)
const refusal = (status: number, code: string) => ({ status, body: { code } })
const id = given.owner.workspace
const asked = { id, reason: 'Ticket 4711: nobody can sign in', minutes: 60 }

test('a super administrator requests read-only access, an owner allows it, and either side can end it', async () => {
  const root = await sue()
  expect(await root.ask(users.list)).toMatchObject(refusal(403, 'not-permitted'))
  const mailsElsewhere = async () =>
    (await outboxMails(world)).filter(mail => mail.to === given.ownerElsewhere.email).length
  const before = await mailsElsewhere()
  const access = await root.tell(supportAccess.request, asked)
  const one = { id, access: access.id }
  expect(await root.ask(supportAccess.request, asked)).toMatchObject(refusal(409, 'support-waits'))
  expect(await root.ask(supportAccess.open, one)).toMatchObject(refusal(409, 'support-over'))
  expect((await mailTo(given.owner.email)).subject).toBe('Sue Per asks for support access to Northgate Hospital')
  expect(await mailsElsewhere()).toBe(before)
  expect((await (await owner()).tell(account.ribbon)).notices.map(notice => notice.id)).toContain(
    `support:${access.id}`,
  )
  const administrator = as((await given.session(given.administrator)).accessToken)
  expect(await administrator.ask(supportAccess.answer, { answer: 'accept' })).toMatchObject(
    refusal(403, 'not-permitted'),
  )
  await (await owner()).tell(supportAccess.answer, { answer: 'accept' })

  const { accessToken } = await root.tell(supportAccess.open, one)
  const inside = as(accessToken)
  expect((await inside.tell(users.list)).total).toBe(5)
  expect(await inside.tell(account.self)).toMatchObject({ firstName: 'Sue', workspace: { id }, support: {} })
  expect(await inside.ask(groups.create, { name: 'Nurses' })).toMatchObject(refusal(403, 'support-reads-only'))
  expect(await inside.ask(account.updateDetails, { firstName: 'A', lastName: 'B' })).toMatchObject(
    refusal(403, 'support-reads-only'),
  )
  expect(await inside.ask(allAdministrators.business)).toMatchObject(refusal(403, 'not-permitted'))

  const { items } = await (await owner()).tell(supportAccess.own)
  expect(items[0]).toMatchObject({ state: supportStates.allowed, answeredBy: 'Ada Byron', reason: asked.reason })
  await (await owner()).tell(supportAccess.endOwn, { id: access.id })
  expect(await inside.ask(users.list)).toMatchObject(refusal(401, 'support-ended'))
  expect(await root.ask(supportAccess.open, one)).toMatchObject(refusal(409, 'support-over'))
  const log = await (await owner()).tell(activity.list, { search: 'Sue Per', kind: 'change' })
  expect(
    log.items
      .map(line => line.action)
      .filter(action => action.startsWith('support-access.'))
      .slice(0, 4),
  ).toEqual(['support-access.ended', 'support-access.entered', 'support-access.allowed', 'support-access.requested'])
})

test('access ends when it expires, when the super administrator session ends, and on leaving', async () => {
  const allowed = async () => {
    const root = await sue()
    const access = await root.tell(supportAccess.request, asked)
    await (await owner()).tell(supportAccess.answer, { id: access.id, answer: 'accept' })
    const { accessToken } = await root.tell(supportAccess.open, { id, access: access.id })
    return { root, inside: as(accessToken), access: access.id }
  }
  const first = await allowed()
  clock.forward(minutes(61))
  expect(await first.inside.ask(users.list)).toMatchObject({ status: 401 })
  const second = await allowed()
  await second.inside.tell(supportAccess.leave)
  expect(await second.inside.ask(users.list)).toMatchObject(refusal(401, 'support-ended'))
  expect(await second.root.ask(supportAccess.end, { id, access: second.access })).toMatchObject(
    refusal(409, 'support-over'),
  )
  const third = await allowed()
  await third.root.tell(supportAccess.end, { id, access: third.access })
  expect(await third.inside.ask(users.list)).toMatchObject(refusal(401, 'support-ended'))
})

test('a denied or unanswered request gives no access', async () => {
  const root = await sue()
  const { workspace: south } = given.ownerElsewhere
  const elsewhere = async () => as((await given.session(given.ownerElsewhere)).accessToken)
  const denied = await root.tell(supportAccess.request, { ...asked, id: south })
  await (await elsewhere()).tell(supportAccess.answer, { id: denied.id, answer: 'decline' })
  expect(await root.ask(supportAccess.open, { id: south, access: denied.id })).toMatchObject(
    refusal(409, 'support-over'),
  )
  const late = await root.tell(supportAccess.request, { ...asked, id: south })
  expect(await (await owner()).ask(supportAccess.answer, { id: late.id, answer: 'accept' })).toMatchObject({
    status: 404,
  })
  clock.forward(days(4))
  expect(await (await elsewhere()).ask(supportAccess.answer, { id: late.id, answer: 'accept' })).toMatchObject(
    refusal(409, 'support-over'),
  )
})

test('in an emergency, two super administrators open a workspace together, and its owners are notified', async () => {
  const home = given.superAdmin.workspace
  const other = await given.addUserIn(home, 'Sam', 'Second')
  await (await sue()).tell(allAdministrators.create, { id: home, ids: [other], role: 0 })
  const sam = as((await given.session({ id: other, workspace: home })).accessToken)
  const { workspace: personal } = given.individual
  const access = await (await sue()).tell(supportAccess.request, { ...asked, id: personal, emergency: true })
  const one = { id: personal, access: access.id }
  expect(await (await sue()).ask(supportAccess.confirm, one)).toMatchObject(refusal(403, 'support-second'))
  expect(await sam.ask(supportAccess.open, one)).toMatchObject(refusal(404, 'not-found'))
  await sam.tell(supportAccess.confirm, one)
  expect((await mailTo(given.individual.email)).subject).toBe('Emergency access to Mia Berg without your permission')
  expect(await (await sue()).tell(supportAccess.open, one)).toMatchObject({ accessToken: expect.any(String) })
})

test('with several requests, an owner answers the one they read', async () => {
  const home = given.superAdmin.workspace
  const other = await given.addUserIn(home, 'Tom', 'Third')
  await (await sue()).tell(allAdministrators.create, { id: home, ids: [other], role: 0 })
  const tom = as((await given.session({ id: other, workspace: home })).accessToken)
  const { workspace: south } = given.ownerElsewhere
  const elsewhere = async () => as((await given.session(given.ownerElsewhere)).accessToken)
  const read = await (await sue()).tell(supportAccess.request, { ...asked, id: south })
  const late = await tom.tell(supportAccess.request, { ...asked, id: south })
  expect(await (await elsewhere()).ask(supportAccess.answer, { answer: 'accept' })).toMatchObject(
    refusal(409, 'support-several'),
  )
  await (await elsewhere()).tell(supportAccess.answer, { id: late.id, answer: 'decline' })
  await (await elsewhere()).tell(supportAccess.answer, { answer: 'decline' })
  expect(await (await elsewhere()).ask(supportAccess.answer, { id: read.id, answer: 'accept' })).toMatchObject(
    refusal(409, 'support-over'),
  )
})
