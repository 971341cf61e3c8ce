import { secondPerson, secondPersonKinds } from '@claviger/contract/tenancy/second-person'
import { workspaceEndings as endings } from '@claviger/contract/access/workspace-deletion.others'
import { activity } from '@claviger/contract/oversight/activity'
import { superPermissions } from '@claviger/contract/platform/permissions'
import { allAdministrators as all } from '@claviger/contract/tenancy/all-administrators'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { hours, minutes } from '#platform/clock.ts'

const { as, given, clock, mailTo, world } = await startTestApp({ TWO_PERSON_RULE: 'true' })
const session = async (person: { id: string; workspace: string }) => as((await given.session(person)).accessToken)
const refusal = (status: number, code: string) => ({ status, body: { code } })
const [id, name] = [given.owner.workspace, 'Northgate Hospital']
const home = given.superAdmin.workspace
const sue = () => session(given.superAdmin)
const samId = await given.addUserIn(home, 'Sam', 'Second')
await (await sue()).tell(all.create, { id: home, ids: [samId], role: 0 })
const sam = () => session({ id: samId, workspace: home })
clock.forward(hours(25))

test('a deletion and a reset wait for a second super administrator, who confirms with a passkey', async () => {
  for (const [call, kind] of [
    [endings.remove, secondPersonKinds.deletion],
    [endings.reset, secondPersonKinds.reset],
  ] as const) {
    expect(await (await sue()).ask(call, { id, name: 'northgate' })).toMatchObject(refusal(422, 'name-differs'))
    const { ending, waits } = await (await sue()).tell(call, { id, name })
    expect([ending, waits?.kind, waits?.askedBy]).toEqual([null, kind, 'Sue Per'])
    const one = { id, request: waits?.id as string }
    await expect
      .poll(async () => (await mailTo('sam.second@northgate.example')).subject)
      .toBe('Sue Per needs a second super administrator for Northgate Hospital')
    expect((await (await sue()).tell(endings.preview, { id })).ending).toBeNull()
    expect(await (await sue()).ask(call, { id, name })).toMatchObject(refusal(409, 'second-person-waits'))
    expect(await (await sue()).ask(endings.confirm, one)).toMatchObject(refusal(403, 'second-person'))
    expect(await (await sam()).ask(all.confirmOwner, one)).toMatchObject(refusal(404, 'not-found'))
    const stale = await sam()
    clock.forward(minutes(6))
    expect(await stale.ask(endings.confirm, one)).toMatchObject(refusal(401, 'verify-first'))
    expect(await (await session(given.owner)).ask(endings.confirm, one)).toMatchObject(refusal(403, 'not-permitted'))
    await (await sam()).tell(endings.confirm, one)
    expect((await (await sue()).tell(endings.preview, { id })).ending).toMatchObject({
      kind,
      askedBy: 'Sue Per, Sam Second',
    })
    expect(await (await sam()).ask(endings.confirm, one)).toMatchObject(refusal(404, 'not-found'))
    await (await sue()).tell(endings.cancel, { id })
  }
  const log = await (
    await session(given.owner)
  ).tell(activity.list, {
    action: ['second-person.requested', 'second-person.confirmed'],
  })
  expect(log.items.map(line => [line.action, line.actorName])).toEqual([
    ['second-person.confirmed', 'Sam Second'],
    ['second-person.requested', 'Sue Per'],
    ['second-person.confirmed', 'Sam Second'],
    ['second-person.requested', 'Sue Per'],
  ])
})

test('an owner change waits too, and needs permission 1 to be confirmed', async () => {
  const change = { id, userId: given.user.id }
  expect(await (await sue()).ask(all.changeOwner, { id, userId: given.ownerElsewhere.id })).toMatchObject(
    refusal(404, 'not-found'),
  )
  const { waits } = await (await sue()).tell(all.changeOwner, change)
  expect(waits).toMatchObject({ kind: secondPersonKinds.ownerChange, newOwner: 'Priya Raman', own: true })
  const owners = async () =>
    (await (await sue()).tell(all.filtered, { id, role: 1 })).items.map(({ id: owner }) => owner)
  expect(await owners()).toEqual([given.owner.id])
  const one = { id, request: waits?.id as string }
  const setPermissions = (permissions: number[]) =>
    world.superPool.query('update super_administrators set permissions = $1 where user_id = $2', [permissions, samId])
  await setPermissions([superPermissions.deleteWorkspaces])
  expect(await (await sam()).ask(all.confirmOwner, one)).toMatchObject(refusal(403, 'not-permitted'))
  expect(await (await sam()).ask(endings.confirm, one)).toMatchObject(refusal(404, 'not-found'))
  await setPermissions([superPermissions.all])
  expect((await (await sam()).tell(secondPerson.list, { id })).items).toContainEqual(
    expect.objectContaining({ id: one.request, own: false }),
  )
  await (await sam()).tell(all.confirmOwner, one)
  expect(await owners()).toEqual([given.user.id])
  expect((await mailTo(given.owner.email)).subject).toBe('Priya Raman is now the owner of Northgate Hospital')
})

test('a request expires, is withdrawn, and ends with its super administrator; it belongs to its workspace', async () => {
  const south = given.ownerElsewhere.workspace
  const timId = await given.addUserIn(home, 'Tim', 'Third')
  await (await sue()).tell(all.create, { id: home, ids: [timId], role: 0 })
  const tim = () => session({ id: timId, workspace: home })
  const asked = async () =>
    (await (await tim()).tell(endings.remove, { id: south, name: 'Southgate Clinic' })).waits?.id as string
  const first = await asked()
  expect(await (await sue()).ask(endings.confirm, { id, request: first })).toMatchObject(refusal(404, 'not-found'))
  expect((await (await sue()).tell(secondPerson.list, { id })).items).toEqual([])
  clock.forward(hours(25))
  expect(await (await sue()).ask(endings.confirm, { id: south, request: first })).toMatchObject(
    refusal(409, 'request-over'),
  )
  const second = await asked()
  await (await sue()).tell(secondPerson.withdraw, { id: south, request: second })
  expect(await (await sue()).ask(endings.confirm, { id: south, request: second })).toMatchObject(
    refusal(404, 'not-found'),
  )
  const third = await asked()
  await (await sue()).tell(all.remove, { id: home, ids: [timId] })
  expect(await (await sue()).ask(endings.confirm, { id: south, request: third })).toMatchObject(
    refusal(409, 'request-over'),
  )
  expect((await (await sue()).tell(endings.preview, { id: south })).ending).toBeNull()
})

test('a super administrator who was just appointed confirms nothing for a day', async () => {
  const accomplice = await given.addUserIn(home, 'Ned', 'New')
  await (await sue()).tell(all.create, { id: home, ids: [accomplice], role: 0 })
  const ned = () => session({ id: accomplice, workspace: home })
  const { waits } = await (await sue()).tell(endings.reset, { id, name })
  const one = { id, request: waits?.id as string }
  expect(await (await ned()).ask(endings.confirm, one)).toMatchObject(refusal(403, 'second-person-new'))
  clock.forward(hours(23))
  expect(await (await ned()).ask(endings.confirm, one)).toMatchObject(refusal(403, 'second-person-new'))
  await (await sue()).tell(secondPerson.withdraw, one)
})
