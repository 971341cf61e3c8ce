import { administrators } from '@claviger/contract/tenancy/administrators'
import { activity } from '@claviger/contract/oversight/activity'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days } from '#platform/clock.ts'

const { as, given, clock, mailTo, world } = await startTestApp()
const { owner, administrator, user } = given
const refusal = (status: number, code: string) => ({ status, body: { code } })
const roleOf = async (id: string) =>
  (await world.superPool.query('select role from administrators where user_id = $1', [id])).rows[0]?.role as
    | number
    | undefined

beforeEach(async () => {
  await world.superPool.query('delete from owner_changes')
  await world.superPool.query(
    'update administrators set role = case when user_id = $1 then 1 else 2 end where user_id in ($1, $2)',
    [owner.id, administrator.id],
  )
})
const fresh = async (who: { id: string; workspace: string }) => as((await given.session(who)).accessToken)
/** In a session that a passkey of their own making has just opened. */
const own = async (who: { id: string; workspace: string }) => as((await given.ownSession(who)).accessToken)

test('the new owner accepts, and the former owner becomes an administrator', async () => {
  const change = await (await fresh(owner)).tell(administrators.askOwner, { id: user.id })
  expect(change).toMatchObject({ from: { name: 'Ada Byron' }, to: { name: 'Priya Raman' }, toMe: false })
  const mail = await mailTo(user.email)
  expect([mail.subject, mail.link]).toEqual([
    'Ada Byron offers you ownership of the workspace Northgate Hospital',
    'http://localhost:8080/dashboard/ownership',
  ])
  expect(await roleOf(user.id)).toBeUndefined()
  const asUser = await own(user)
  expect((await asUser.tell(administrators.pendingOwner)).change).toMatchObject({ toMe: true })
  await asUser.tell(administrators.answerOwner, { accept: true })
  expect([await roleOf(user.id), await roleOf(owner.id)]).toEqual([1, 2])
  const afterwards = await fresh(user)
  expect(await afterwards.ask(administrators.answerOwner, { accept: true })).toMatchObject(refusal(409, 'offer-over'))
  const log = await afterwards.tell(activity.list, { action: ['owner-change.accepted'] })
  expect(log.items[0]).toMatchObject({ actorName: 'Priya Raman', before: { owner: 'Ada Byron' } })
})

test('a declined or withdrawn offer changes nothing', async () => {
  const asOwner = await fresh(owner)
  await asOwner.tell(administrators.askOwner, { id: administrator.id })
  await (await fresh(administrator)).tell(administrators.answerOwner, { accept: false })
  expect((await asOwner.tell(administrators.pendingOwner)).change).toBeNull()
  await asOwner.tell(administrators.askOwner, { id: administrator.id })
  await asOwner.tell(administrators.withdrawOwner)
  expect(await (await fresh(administrator)).ask(administrators.answerOwner, { accept: true })).toMatchObject(
    refusal(409, 'offer-over'),
  )
  expect([await roleOf(owner.id), await roleOf(administrator.id)]).toEqual([1, 2])
})

test('only an owner can offer ownership, and only the recipient can accept it', async () => {
  expect(await (await fresh(administrator)).ask(administrators.askOwner, { id: administrator.id })).toMatchObject(
    refusal(403, 'not-permitted'),
  )
  const asOwner = await fresh(owner)
  expect(await asOwner.ask(administrators.askOwner, { id: owner.id })).toMatchObject(refusal(409, 'own-role'))
  expect(await asOwner.ask(administrators.askOwner, { id: given.ownerElsewhere.id })).toMatchObject(
    refusal(404, 'not-found'),
  )
  await asOwner.tell(administrators.askOwner, { id: administrator.id })
  expect(await asOwner.ask(administrators.answerOwner, { accept: true })).toMatchObject(refusal(409, 'offer-over'))
  expect(await (await fresh(given.readOnly)).ask(administrators.answerOwner, { accept: false })).toMatchObject(
    refusal(409, 'offer-over'),
  )
  expect((await asOwner.tell(administrators.pendingOwner)).change).not.toBeNull()
  const nobody = await given.addUser('Nosy', 'Parker')
  const asNobody = await fresh({ id: nobody, workspace: owner.workspace })
  expect((await asNobody.tell(administrators.pendingOwner)).change).toBeNull()
})

test('an offer expires after a week, and ends when its owner loses the role', async () => {
  await (await fresh(owner)).tell(administrators.askOwner, { id: administrator.id })
  clock.forward(days(7))
  expect(await (await fresh(administrator)).ask(administrators.answerOwner, { accept: true })).toMatchObject(
    refusal(409, 'offer-over'),
  )
  await (await fresh(owner)).tell(administrators.askOwner, { id: administrator.id })
  await world.superPool.query('update administrators set role = 2 where user_id = $1', [owner.id])
  expect(await (await fresh(administrator)).ask(administrators.answerOwner, { accept: true })).toMatchObject(
    refusal(409, 'offer-over'),
  )
})
