import { activity } from '@claviger/contract/oversight/activity'
import { governanceActions, lookUps } from '@claviger/contract/governance/look-ups'
import { groups } from '@claviger/contract/people/groups'
import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard } from '#test/api/reader.ts'

const home = await startTestApp()
const { as, given } = home
const sue = async () => as((await given.session(given.superAdmin)).accessToken)
const refusal = (status: number, code: string) => ({ status, body: { code } })
const workspace = given.owner.workspace
const logOfOwner = async (action: 'look-up.user' | 'look-up.workspace' | 'look-up.key') =>
  (await as((await given.session(given.owner)).accessToken).tell(activity.list, { action })).items

test('finds a user by exact email, user ID, or card ID, reads keys and events, and logs each look-up', async () => {
  const { email, id } = given.user
  const root = await sue()
  expect((await root.tell(lookUps.users, { email })).items).toMatchObject([{ id, workspace: { id: workspace } }])
  expect((await root.tell(lookUps.users, { userId: email.toUpperCase() })).items).toMatchObject([{ id }])
  expect((await root.tell(lookUps.users, { email: email.slice(1) })).items).toEqual([])
  expect(await root.ask(lookUps.users, {})).toMatchObject(refusal(422, 'look-up-needs-term'))
  expect(await root.ask(lookUps.users, { cardId: '04AABBCC' })).toMatchObject({
    status: 422,
    body: { fields: [{ field: 'workspace' }] },
  })
  expect(await logOfOwner('look-up.user')).toMatchObject([
    { actorName: 'Sue Per', objectName: 'Priya Raman', after: { by: 'user ID' } },
    { actorName: 'Sue Per', objectName: 'Priya Raman', after: { by: 'email' } },
  ])

  await assignCard(home, given.user.id, 'C0FFEE42', '274936')
  const { items } = await root.tell(lookUps.users, { cardId: 'C0FFEE42', workspace })
  expect(items).toMatchObject([{ id: given.user.id }])

  const of = { id: given.user.id, workspace }
  const { items: keys } = await root.tell(lookUps.keysOfUser, of)
  expect(keys).toMatchObject([{ status: 20 }])
  expect((await root.tell(lookUps.paired, of)).items).toEqual([])
  expect((await root.tell(lookUps.events, of)).items.length).toBeGreaterThan(0)
  const all = await root.tell(lookUps.keys, { id: workspace })
  expect(all.items.map(one => one.id)).toEqual(keys.map(one => one.id))
  expect(JSON.stringify(all)).not.toContain('Priya')
  expect((await root.tell(lookUps.tokenPolicies, { id: workspace })).items).toBeInstanceOf(Array)
  const key = keys[0]?.id ?? ''
  expect((await root.tell(lookUps.keyEvents, { id: key, workspace })).items.length).toBeGreaterThan(0)
  expect((await logOfOwner('look-up.workspace')).map(line => line.after?.['seen'])).toEqual([
    'Key policies',
    'Security keys',
  ])
  expect(await logOfOwner('look-up.key')).toHaveLength(1)
})

test('a user or key of another workspace is not found', async () => {
  const root = await sue()
  const elsewhere = { id: given.user.id, workspace: given.ownerElsewhere.workspace }
  for (const call of [lookUps.paired, lookUps.events, lookUps.keysOfUser, lookUps.keyEvents])
    expect(await root.ask(call, elsewhere)).toMatchObject(refusal(404, 'not-found'))
})

test('the log of a workspace shows what was done to it as a whole, and nothing about its users', async () => {
  const root = await sue()
  const owner = as((await given.session(given.owner)).accessToken)
  await root.tell(workspaceGovernance.trial, { id: workspace, trialEnds: null })
  await owner.tell(groups.create, { name: 'Secret ward', users: [given.user.id] })
  const { items } = await root.tell(lookUps.log, { id: workspace })
  const whole = (await owner.tell(activity.list, { pageSize: 100 })).items
  expect(items.map(({ action }) => action)).toContain('workspace.trial-set')
  expect(items.map(({ id }) => id)).toEqual(
    whole.filter(({ action }) => (governanceActions as readonly string[]).includes(action)).map(({ id }) => id),
  )
  for (const hidden of ['Secret ward', 'Priya', '"ip"', '"before"', '"after"'])
    expect(JSON.stringify(items)).not.toContain(hidden)
  expect(JSON.stringify(whole)).toContain('Priya')
  expect(await root.ask(lookUps.log, { id: given.user.id })).toMatchObject(refusal(404, 'not-found'))
  expect(
    governanceActions.filter(action => /^(?:user|group|administrator|sign-in|look-up\.user)/.test(action)),
  ).toEqual([])
})
