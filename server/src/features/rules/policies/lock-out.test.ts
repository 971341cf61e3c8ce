import { strengths } from '@claviger/contract/decide/strengths'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { policies } from '@claviger/contract/rules/policies'
import { simulations } from '@claviger/contract/rules/simulations'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'

const home = await startTestApp()
const { as, given } = home
const owner = as(given.owner.accessToken)
// For users with a role, only their own passkeys count
for (const { accessToken } of [given.owner, given.administrator]) await addPasskey(home, accessToken)

let count = 0
const content = (more: Record<string, unknown> = {}) => ({
  name: `Policy ${++count}`,
  priority: count * 10,
  action: 0 as const,
  ...more,
})
const lockedOut = { status: 409, body: { code: 'owners-locked-out' } }
const total = async () => (await owner.tell(policies.list)).total

test('a policy that locks out users is refused with their names until confirmed', async () => {
  const input = content({ users: [given.administrator.id] })
  const before = await total()
  const refused = await owner.ask(policies.create, input)
  expect(refused).toMatchObject(lockedOut)
  expect(refused.body['message']).toContain('Grace Hopper')
  expect(await total()).toBe(before)
  const made = await owner.tell(policies.create, { ...input, lockOutSeen: true })
  await owner.tell(policies.removeMany, { ids: [made._id] })
})

test('a change that locks out every owner is refused in every call, even if confirmed', async () => {
  const all = { users: [given.owner.id], lockOutSeen: true }
  expect(await owner.ask(policies.create, content(all))).toMatchObject(lockedOut)
  expect(await owner.ask(policies.setDefault, { action: 0, lockOutSeen: true })).toMatchObject(lockedOut)
  expect(await owner.tell(policies.getDefault)).toEqual({ action: 1 })
  const off = await owner.tell(policies.create, content({ ...all, state: 0 }))
  const { _id, name, priority } = off
  expect(await owner.ask(policies.setState, { ids: [_id], state: 2, lockOutSeen: true })).toMatchObject(lockedOut)
  expect(await owner.ask(policies.update, { _id, name, priority, action: 0, ...all })).toMatchObject(lockedOut)
  await owner.tell(policies.setState, { ids: [_id], state: 1 })
  const file = JSON.stringify({
    format: 'claviger-access-policies',
    version: 1,
    lists: [{ name: 'Everywhere', type: 3, entries: [{ value: 'localhost' }] }],
    policies: [content({ rpRestriction: { lists: ['Everywhere'] } })],
  })
  expect(await owner.ask(policies.takeIn, { text: file, apply: true, lockOutSeen: true })).toMatchObject(lockedOut)
  expect((await owner.tell(namedLists.list, { search: 'everywhere' })).total).toBe(0)
  await owner.tell(policies.removeMany, { ids: [_id] })
})

test('deleting or moving an Allow policy, or shrinking its list, is also checked for lockouts', async () => {
  const { namedListId } = await owner.tell(namedLists.create, {
    name: 'Own site',
    type: 3,
    entries: [{ value: 'localhost' }],
  })
  const allow = await owner.tell(policies.create, content({ action: 1, rpRestriction: { lists: [namedListId] } }))
  const block = await owner.tell(policies.create, content())
  expect(await owner.ask(policies.removeMany, { ids: [allow._id] })).toMatchObject(lockedOut)
  expect(await owner.ask(policies.reorder, { policy: allow._id, before: null })).toMatchObject(lockedOut)
  const shrunk = { namedListId, name: 'Own site', entries: [{ value: 'example.org' }], lockOutSeen: true }
  expect(await owner.ask(namedLists.update, shrunk)).toMatchObject(lockedOut)
  expect((await owner.tell(namedLists.get, { namedListId })).list).toEqual([{ value: 'localhost', label: '' }])
  await owner.tell(policies.removeMany, { ids: [block._id] })
  await owner.tell(policies.removeMany, { ids: [allow._id] })
})

test('a stronger authentication strength is refused if it locks out users, and always if it locks out every owner', async () => {
  await owner.tell(policies.setVital, { sites: ['payroll.example'] })
  const strength = { name: 'Payroll', level: 'any' } as const
  const { strengthId } = await owner.tell(strengths.create, strength)
  const policy = content({
    action: 1,
    rpRestriction: { values: ['payroll.example'] },
    demands: { strength: strengthId },
  })
  const { _id } = await owner.tell(policies.create, policy)
  const become = (more: object, lockOutSeen = false) =>
    owner.ask(strengths.update, { strengthId, ...strength, ...more, lockOutSeen })
  const models = ['0a1b2c3d-0000-4000-8000-00000000cafe']
  expect(await become({ models })).toMatchObject(lockedOut)
  const refused = await become({ models }, true)
  expect(refused).toMatchObject(lockedOut)
  expect(refused.body['message']).toContain('payroll.example')
  expect((await owner.tell(strengths.get, { strengthId })).models).toEqual([])
  expect((await become({ level: 'phishing-resistant' })).status).toBe(200)
  await owner.tell(policies.removeMany, { ids: [_id] })
  expect((await become({ models })).status).toBe(200)
  await owner.tell(policies.setVital, { sites: [] })
})

test('an owner must keep access to a vital site as to our own, and vital sites are validated', async () => {
  const atPayroll = content({ rpRestriction: { values: ['payroll.example'] }, lockOutSeen: true })
  const open = await owner.tell(policies.create, atPayroll)
  await owner.tell(policies.removeMany, { ids: [open._id] })
  expect(await owner.ask(policies.setVital, { sites: ['payroll.example', 'https://other.example/'] })).toMatchObject({
    status: 422,
    body: { code: 'site-wrong', fields: [{ field: 'sites.1' }] },
  })
  expect(await owner.tell(policies.setVital, { sites: ['Payroll.Example', 'payroll.example'] })).toEqual({
    sites: ['payroll.example'],
  })
  expect(await owner.tell(policies.getVital)).toEqual({ sites: ['payroll.example'] })
  const refused = await owner.ask(policies.create, atPayroll)
  expect(refused).toMatchObject(lockedOut)
  expect(refused.body['message']).toContain('payroll.example')
  const { priority, name, action, rpRestriction } = { ...atPayroll, rpRestriction: { values: ['payroll.example'] } }
  const drafts = [{ _id: null, content: { name, priority, action, state: 2 as const, rpRestriction } }]
  const check = await owner.tell(simulations.check, { drafts })
  expect(check).toMatchObject({ refused: true })
  expect(check.lockedOut[0]?.loses[0]).toContain('at payroll.example')
  await owner.tell(policies.setVital, { sites: [] })
  await owner.tell(policies.create, atPayroll)
})
