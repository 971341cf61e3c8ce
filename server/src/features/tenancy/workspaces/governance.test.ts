import { account } from '@claviger/contract/access/account'
import { applications } from '@claviger/contract/apps/applications'
import { activity } from '@claviger/contract/oversight/activity'
import { installation } from '@claviger/contract/governance/installation'
import { users } from '@claviger/contract/people/users'
import { groups } from '@claviger/contract/people/groups'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { workspaceGovernance as governance } from '@claviger/contract/tenancy/workspaces.governance'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days, later } from '#platform/clock.ts'
import { countInstallation } from '#features/governance/installation/installation.jobs.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const sue = async () => as((await given.session(given.superAdmin)).accessToken)
const owner = async () => as((await given.session(given.owner)).accessToken)
const refusal = (status: number, code: string) => ({ status, body: { code } })
const id = given.owner.workspace
const day = (n: number) => later(clock.now(), days(n)).toISOString().slice(0, 10)

test('R201: status, trial, partner, and type change, and the workspace log records it', async () => {
  const root = await sue()
  const { workspace: south } = given.ownerElsewhere
  expect(await root.tell(governance.type, { id: south, type: 3 })).toMatchObject({ type: 3 })
  expect(await root.tell(governance.trial, { id, trialEnds: day(5) })).toMatchObject({ trialEnds: day(5) })
  expect(await root.tell(governance.partner, { id, partnerId: south })).toMatchObject({ partner: { id: south } })
  expect(await root.tell(governance.status, { id, status: 2 })).toMatchObject({ status: 2 })
  await root.tell(governance.status, { id, status: 1 })
  const log = await (await owner()).tell(activity.list, { action: 'workspace.trial-set' })
  expect(log.items[0]).toMatchObject({ actorName: 'Sue Per', after: { trialEnds: day(5) } })
  const found = async (ask: object) => (await root.tell(workspaces.all, ask)).items.map(one => one.name)
  expect(await found({ partner: south })).toEqual(['Northgate Hospital'])
  expect(await found({ trial: 'ending' })).toEqual(['Northgate Hospital'])
  expect(await found({ trial: 'ended' })).toEqual([])
  expect(await found({ type: '3' })).toEqual(['Southgate Clinic'])
  expect(await found({ status: 2 })).toEqual([])
  await root.tell(governance.partner, { id, partnerId: null })
})

test('invalid input is refused: a past trial end, a wrong conversion, a non-partner, unknown names', async () => {
  const root = await sue()
  expect(await root.ask(governance.trial, { id, trialEnds: day(-1) })).toMatchObject(refusal(422, 'trial-past'))
  expect(await root.ask(governance.type, { id, type: 1 })).toMatchObject(refusal(409, 'conversion-refused'))
  expect(await root.ask(governance.partner, { id, partnerId: given.individual.workspace })).toMatchObject(
    refusal(422, 'not-a-partner'),
  )
  const config = { closed: [], users: null, until: null, notes: '' }
  expect(await root.ask(governance.specialConfig, { id, ...config, unlimited: true })).toMatchObject({
    status: 422,
  })
  expect(await root.ask(governance.specialConfig, { id, ...config, closed: ['billing'] })).toMatchObject({
    status: 422,
  })
  expect(await root.ask(governance.specialConfig, { id, ...config, until: day(-1) })).toMatchObject(
    refusal(422, 'config-past'),
  )
  expect(await root.ask(governance.status, { id: given.superAdmin.workspace, status: 0 })).toMatchObject(
    refusal(409, 'workspace-kept'),
  )
  expect(await root.ask(governance.status, { id: given.user.id, status: 0 })).toMatchObject(refusal(404, 'not-found'))
})

test('an individual workspace becomes a business, whose owner then sees it, unless work is still running or an invoice is unpaid', async () => {
  const { workspace } = given.individual
  await world.superPool.query(
    `insert into works (workspace_id, id, kind, state, parameters, counts, actor_name, created_at)
     values ($1, gen_random_uuid(), 'user-import', 'running', '{}', '{}', 'Test', now())`,
    [workspace],
  )
  expect(await (await sue()).ask(governance.type, { id: workspace, type: 1 })).toMatchObject(refusal(409, 'work-open'))
  await world.superPool.query('delete from works where workspace_id = $1', [workspace])
  await world.superPool.query(
    `insert into bills (workspace_id, id, kind, number, status, plan, from_day, to_day, currency, keys, price, lines,
       subtotal, tax_rate, reverse_charge, tax, total, seller, workspace_name, language, issued_at, created_at)
     values ($1, gen_random_uuid(), 1, 'T-1', 3, 1, current_date, current_date, 'EUR', 1, 1, '[]', 1, 0, false, 0, 1, '{}',
       'Test', 'en', now(), now())`,
    [workspace],
  )
  expect(await (await sue()).ask(governance.type, { id: workspace, type: 1 })).toMatchObject(
    refusal(409, 'invoices-open'),
  )
  await world.superPool.query('update bills set status = 1, paid = total, paid_at = now() where workspace_id = $1', [
    workspace,
  ])
  const mia = async () => as((await given.session(given.individual)).accessToken)
  expect(await (await mia()).ask(users.list)).toMatchObject(refusal(403, 'personal-workspace'))
  await (await sue()).tell(governance.type, { id: workspace, type: 1 })
  expect((await (await mia()).tell(users.list)).total).toBe(1)
})

test('the second of two super administrators who change the same workspace is refused', async () => {
  const seen = (await (await sue()).tell(workspaces.one, { id })).updatedAt
  clock.forward(60_000)
  await (await sue()).tell(governance.trial, { id, trialEnds: null, seen: new Date(clock.now()).toISOString() })
  clock.forward(60_000)
  expect(await (await sue()).ask(governance.trial, { id, trialEnds: day(3), seen })).toMatchObject(
    refusal(409, 'changed-meanwhile'),
  )
})

test('a special configuration closes areas and limits users until its last day', async () => {
  const config = { closed: ['applications' as const], users: 6, until: day(10), notes: 'Pilot' }
  await (await sue()).tell(governance.specialConfig, { id, ...config })
  expect(await (await owner()).ask(applications.list)).toMatchObject({ status: 200 })
  await (await sue()).tell(governance.special, { id, special: true })
  await expect.poll(async () => (await owner()).ask(applications.list)).toMatchObject(refusal(403, 'area-closed'))
  expect(await (await owner()).ask(groups.list)).toMatchObject({ status: 200 })
  const { items } = await (await sue()).tell(workspaces.all, { special: true })
  expect(items).toMatchObject([{ id, specialConfig: config }])

  const newcomer = (name: string) => ({ userId: name, firstName: name, lastName: 'Limit', email: `${name}@x.example` })
  await (await owner()).tell(users.create, newcomer('sixth'))
  expect(await (await owner()).ask(users.create, newcomer('seventh'))).toMatchObject(refusal(409, 'user-limit-reached'))
  clock.forward(days(11))
  expect(await (await owner()).ask(applications.list)).toMatchObject({ status: 200 })
  await (await sue()).tell(governance.special, { id, special: false })
  await (await owner()).tell(users.create, newcomer('seventh'))
})

test('an owner change to a suspended user is refused', async () => {
  const away = await given.addUserIn(given.ownerElsewhere.workspace, 'Away', 'Now', { suspended_at: clock.now() })
  const south = given.ownerElsewhere.workspace
  expect(await (await sue()).ask(allAdministrators.changeOwner, { id: south, userId: away })).toMatchObject(
    refusal(409, 'change-refused'),
  )
})

test('the figures of the home page and the list are counted regularly', async () => {
  await countInstallation.work(world, {})
  const root = await sue()
  const { days: told } = await root.tell(installation.days, { days: 7 })
  expect(told.at(-1)).toMatchObject({ workspaces: 4, users: (await root.tell(workspaces.counts)).users })
  const { items } = await root.tell(workspaces.all, { sort: 'users', order: 'desc' })
  expect(items[0]?.name).toBe('Northgate Hospital')
  expect((await root.tell(workspaces.all, { minUsers: 4 })).items.map(one => one.name)).toEqual(['Northgate Hospital'])
  expect((await root.tell(workspaces.all, { unusedDays: 1 })).total).toBeGreaterThan(0)
})

test('in maintenance, administrators can read but not change; super administrators can end it', async () => {
  await (await sue()).tell(installation.maintain, { mode: 'on', message: 'Back at noon' })
  // Other processes notice it within seconds, and so does this one: each try may still create a group
  let tries = 0
  const create = async () => (await owner()).ask(groups.create, { name: `Nurses ${++tries}` })
  await expect.poll(create).toMatchObject({ status: 503, body: { code: 'maintenance', message: 'Back at noon' } })
  expect(await (await owner()).ask(groups.list)).toMatchObject({ status: 200 })
  expect(await (await owner()).tell(account.self)).toMatchObject({ maintenance: true })
  expect((await (await sue()).tell(installation.health)).maintenance).toMatchObject({ message: 'Back at noon' })
  await (await sue()).tell(installation.maintain, { mode: 'off' })
  await expect.poll(create).toMatchObject({ status: 200 })
})

test('R179: permission 2 deletes workspaces and nothing else, and permission 1 changes them', async () => {
  const granted = (permissions: number[]) =>
    world.superPool.query('update super_administrators set permissions = $1', [permissions])
  await granted([2])
  expect(await (await sue()).ask(governance.status, { id, status: 1 })).toMatchObject(refusal(403, 'not-permitted'))
  expect(await (await sue()).ask(workspaces.all)).toMatchObject({ status: 200 })
  await granted([1])
  expect(await (await sue()).ask(governance.status, { id, status: 1 })).toMatchObject({ status: 200 })
})
