import { account } from '@claviger/contract/access/account'
import { selfService } from '@claviger/contract/access/self-service'
import { workflows } from '@claviger/contract/automation/workflows'
import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { sharing } from '@claviger/contract/keys/sharing'
import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { users } from '@claviger/contract/people/users'
import { policies } from '@claviger/contract/rules/policies'
import { describe, expect, test } from 'vitest'
import { computersOf } from '#test/api/agents.ts'
import { addPage, pageHelpers, confirmedAt } from '#test/api/card-page.ts'
import { testData } from '#test/api/test-data.ts'
import { directories, plainMapping } from '#test/api/directories.ts'
import { fakePerson, fakeSource } from '#test/emulators/fake-source.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { days } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import type { Work } from '#features/work/works/works.ts'
import { type WorkflowRunParameters, workflowRuns } from './workflow-run-kind.ts'
import { workflowTask } from './workflows.jobs.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const open = testData(home)
const { owner } = open
const tenant = fakeSource(1)
const beat = () => workflowTask.work(world, new AbortController().signal)

let count = 0
const add = (more: Record<string, unknown> = {}) =>
  given.addUser('Pia', `Number${++count}`, { created_at: new Date(clock.now().getTime() - days(3)), ...more })
const daily = { trigger: 'schedule' as const, scheduleInterval: 1, hour: 3 }
const make = async (type: number, more: Record<string, unknown>) =>
  (await owner()).tell(workflows.create, { name: `W ${++count}`, type, ...daily, ...more })
const run = async (id: string) => (await owner()).tell(workflows.execute, { id })
const rows = async (id: string) => (await (await owner()).tell(workflows.rows, { id })).items
const query = async <T>(sql: string, values: unknown[] = []) => (await world.superPool.query(sql, values)).rows as T[]
const keysOf = (user: string) =>
  query<{ id: string; kind: number; status: number; pin_sealed: Buffer | null; pin_due: boolean }>(
    'select * from security_keys where user_id = $1',
    [user],
  )

describe('assigning keys to users without one', () => {
  test('assigns a card from an attribute with its PIN, and clears the PIN attribute', async () => {
    const people = {
      good: await add({ scim_attribute_1: '04A1B2C3', scim_attribute_2: '482913' }),
      badPin: await add({ scim_attribute_1: '04A1B2C4', scim_attribute_2: '1' }),
      noCard: await add({ scim_attribute_1: 'nonsense !' }),
      twice: await add({ scim_attribute_1: '04A1B2C3' }),
      none: await add(),
    }
    const outside = await add({ scim_attribute_1: '04A1B2C9' })
    const ward = await open.addGroup('Ward', Object.values(people))
    const settings = {
      kind: 2 as const,
      by: 'attribute' as const,
      attribute: 1,
      pinAttribute: 2,
      cardFormat: 'hex' as const,
    }
    const { id } = await make(2, { groups: [ward], settings })
    const done = await run(id)
    expect(done).toMatchObject({ execution: 2, reason: 'rows-failed', considered: 4, done: 1, failed: 3 })
    const told = new Map((await rows(done.id)).map(row => [row.id, row]))
    expect(told.get(people.good)).toMatchObject({ result: 'done', reason: 'assigned' })
    expect(told.get(people.badPin)).toMatchObject({ result: 'failed', reason: 'pin-unfit' })
    expect(told.get(people.noCard)).toMatchObject({ result: 'failed', reason: 'card-unreadable' })
    expect(told.get(people.twice)).toMatchObject({ result: 'failed', reason: 'card-taken' })
    const [key] = await keysOf(people.good)
    expect(key).toMatchObject({ kind: 2, status: 20, pin_due: false })
    expect(key?.pin_sealed).not.toBeNull()
    expect((await keysOf(people.badPin))[0]).toMatchObject({ status: 20, pin_due: true })
    expect(await keysOf(outside)).toEqual([])
    const left = await query<{ pin: string | null }>(
      'select scim_attribute_2 as pin from users where id = any($1::uuid[]) order by id',
      [[people.good, people.badPin]],
    )
    expect(new Set(left.map(one => one.pin))).toEqual(new Set(['(set)', null]))
    expect(JSON.stringify((await (await owner()).tell(activity.list, { object: people.good })).items)).not.toContain(
      '482913',
    )

    const seen = await (await owner()).tell(users.get, { id: people.noCard })
    const { firstName, lastName, userId } = seen
    await (
      await owner()
    ).tell(users.update, {
      id: people.noCard,
      firstName,
      lastName,
      userId,
      email: seen.email as string,
      scimAttribute1: '04A1B2D0',
    })
    const again = await (await owner()).tell(workflows.retry, { id: done.id })
    expect(again).toMatchObject({ retries: done.id, considered: 3, done: 1, failed: 1 })
    expect((await keysOf(people.noCard))[0]).toMatchObject({ status: 20 })
  })

  test('emails one link to each user, and skips users without an email', async () => {
    const ward = await open.addGroup('Mailed', [await add(), await add({ email: null, user_id: 'no-mail' })])
    const { id } = await make(2, { groups: [ward], settings: { by: 'mail', kind: 1 } })
    const done = await run(id)
    expect(done).toMatchObject({ execution: 1, done: 1, skipped: 1 })
    expect(new Set((await rows(done.id)).map(row => row.reason))).toEqual(new Set(['link-sent', 'no-email']))
    expect(await run(id)).toMatchObject({ execution: 3, done: 0, skipped: 1 })
  })

  test('assigns a key immediately to new users and to users who join the group later', async () => {
    const ward = await open.addGroup('New')
    const { id } = await make(2, { trigger: 'imported', groups: [ward], settings: { by: 'mail' } })
    const self = await owner()
    const made = await self.tell(users.create, {
      firstName: 'New',
      lastName: 'One',
      userId: 'new-1',
      email: 'new.one@northgate.example',
      groups: [ward],
    })
    const late = await self.tell(users.create, {
      firstName: 'Late',
      lastName: 'One',
      userId: 'new-2',
      email: 'late.one@northgate.example',
    })
    await beat()
    expect((await self.tell(workflows.logs, { id })).items).toMatchObject([{ by: 'event', done: 1, execution: 1 }])
    expect(await keysOf(made.id)).toMatchObject([{ status: 30 }])
    expect(await keysOf(late.id)).toEqual([])
    await self.tell(groups.addMembers, { groupId: ward, users: [late.id] })
    await query(`update workflow_events set look_at = now()`)
    await beat()
    expect(await keysOf(late.id)).toMatchObject([{ status: 30 }])
    await self.tell(workflows.remove, { id })
  })

  test('skips users with a higher role than the creator, and continues large runs as a job', async () => {
    const admin = await add()
    await open.appoint(admin, 2)
    const chief = await add({ scim_attribute_1: '04A1C001' })
    await open.appoint(chief, 1)
    const more = await Promise.all(
      Array.from({ length: 60 }, (_one, n) => add({ scim_attribute_1: `04A1D0${n + 10}` })),
    )
    const crowd = await open.addGroup('Crowd', [chief, ...more])
    const his = as((await given.session({ id: admin, workspace: given.owner.workspace })).accessToken)
    const settings = { by: 'attribute' as const, attribute: 1, cardFormat: 'hex' as const }
    const { id } = await his.tell(workflows.create, {
      name: 'Of an administrator',
      type: 2,
      ...daily,
      groups: [crowd],
      settings,
    })
    const begun = await run(id)
    expect(begun.execution).toBe(0)
    expect(await run(id)).toMatchObject({ execution: 3, reason: 'still-running' })
    await expect
      .poll(async () => (await beat(), (await (await owner()).tell(workflows.run, { id: begun.id })).execution))
      .toBe(2)
    const ended = await (await owner()).tell(workflows.run, { id: begun.id })
    expect(ended).toMatchObject({ considered: 61, done: 60, failed: 1 })
    expect((await rows(ended.id))[0]).toMatchObject({ id: chief, result: 'failed', reason: 'above-you' })
    expect(await keysOf(chief)).toEqual([])
    const [line] = await query<{ actor_name: string }>(
      `select actor_name from activities where action = 'security-key.assigned' order by at desc, id desc limit 1`,
    )
    expect(line?.actor_name).toMatch(/^Workflow Of an administrator \(Pia/)
  })
})

test('new keys get the settings that the workflow names, and idle keys count by type', async () => {
  const self = await owner()
  const { id: tokenPolicy } = await self.tell(tokenPolicies.create, {
    name: 'Without a PIN',
    phoneVerification: 1,
    cardVerification: 3,
    credentialStorageLocation: 2,
    proximity: false,
    audit: true,
    offlineLogin: false,
    rememberedPinHours: 0,
  })
  const user = await add({ scim_attribute_1: '04A1E001' })
  const within = [await open.addGroup('Of settings', [user])]
  const settings = { by: 'attribute' as const, attribute: 1, cardFormat: 'hex' as const, tokenPolicy }
  const { id } = await make(2, { groups: within, settings })
  expect(await run(id)).toMatchObject({ done: 1 })
  expect(await keysOf(user)).toMatchObject([{ verification: 3, policy_id: tokenPolicy }])
  const long = new Date(clock.now().getTime() - days(200))
  await given.addKey(user, { kind: 3, created_at: long, changed_at: long })
  const of = async (kinds: number[]) => {
    const workflow = { name: 'Any', type: 8, ...daily, groups: within, settings: { idleDays: 90, kinds } }
    return (await (await owner()).tell(workflows.preview, { workflow })).total
  }
  expect([await of([]), await of([2]), await of([3])]).toEqual([1, 0, 1])
})

describe('unused keys', () => {
  const old = (n: number) => new Date(clock.now().getTime() - days(n))

  test('notifies owners, then suspends the keys, then deletes them; keys in use stay', async () => {
    const [idle, used, chief] = [await add(), await add(), await add()]
    await open.appoint(chief, 2)
    const ward = await open.addGroup('Idle', [idle, used, chief])
    const key = async (user: string) => given.addKey(user, { created_at: old(200), changed_at: old(200) })
    const [k1, k2, k3] = [await key(idle), await key(used), await key(chief)]
    const settings = { idleDays: 90, suspendAfter: 14, deleteAfter: 30 }
    const { id } = await make(8, { groups: [ward], settings })
    const workflow = { name: 'Any', type: 8, ...daily, groups: [ward], settings }
    const ahead = await (await owner()).tell(workflows.preview, { id, workflow })
    expect(ahead).toMatchObject({ total: 3, steps: [{ step: 'tell', count: 3 }], brake: false })
    expect(await run(id)).toMatchObject({ execution: 1, done: 3 })
    expect((await home.mailTo(`pia.number${count - 3}@northgate.example`)).subject).toContain('Do you still use')
    expect(await run(id)).toMatchObject({ execution: 3 })
    clock.forward(days(15))
    await query('update security_keys set last_used_at = $2 where id = $1', [k2, clock.now()])
    const suspended = await run(id)
    expect(suspended).toMatchObject({ execution: 1, done: 1 })
    expect(await rows(suspended.id)).toMatchObject([{ id: k1, result: 'done', reason: 'suspended', detail: 'Key' }])
    expect((await keysOf(chief))[0]).toMatchObject({ id: k3, status: 20 })

    clock.forward(days(1))
    const back = await (await owner()).tell(workflows.undo, { id: suspended.id })
    expect(back).toMatchObject({ undoes: suspended.id, done: 1, execution: 1 })
    expect((await keysOf(idle))[0]).toMatchObject({ status: 20 })
    expect(await (await owner()).ask(workflows.undo, { id: suspended.id })).toMatchObject({ status: 409 })
    expect(await run(id)).toMatchObject({ execution: 3 })

    clock.forward(days(91))
    expect(await run(id)).toMatchObject({ done: 2 })
    clock.forward(days(15))
    await run(id)
    expect((await keysOf(idle))[0]).toMatchObject({ status: 40 })
    clock.forward(days(31))
    await run(id)
    expect(await keysOf(idle)).toEqual([])
    const { items } = await (await owner()).tell(activity.list, { object: k1 })
    expect(items.map(one => one.action)).toEqual([
      'security-key.deleted',
      'security-key.suspended',
      'security-key.reactivated',
      'security-key.suspended',
    ])
    await (await owner()).tell(workflows.remove, { id })
  })

  test('a large batch waits until an owner approves it', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => add()))
    for (const user of people) await given.addKey(user, { created_at: old(200), changed_at: old(200) })
    const ward = await open.addGroup('Many', people)
    const { id } = await make(8, { groups: [ward], settings: { idleDays: 90, suspendAfter: 7 } })
    await run(id)
    clock.forward(days(8))
    await beat()
    const self = await owner()
    const [waits] = (await self.tell(workflows.logs, { id })).items
    expect(waits).toMatchObject({ execution: 0, waits: true, reason: 'owner', considered: 25 })
    expect(await query('select from security_keys where user_id = any($1::uuid[]) and status = 40', [people])).toEqual(
      [],
    )
    expect((await home.mailTo(given.owner.email)).subject).toMatch(/^The workflow “.+” needs your approval$/)
    const ribbon = async () => (await self.tell(account.ribbon)).notices.map(notice => notice.id)
    expect(await ribbon()).toContain(`workflow:${waits?.id}`)
    const admin = await add()
    await open.appoint(admin, 2)
    const his = as((await given.session({ id: admin, workspace: given.owner.workspace })).accessToken)
    expect(await his.ask(workflows.goOn, { id: waits?.id })).toMatchObject({ status: 403 })
    expect(await self.tell(workflows.goOn, { id: waits?.id as string })).toMatchObject({ execution: 1, done: 25 })
    expect(
      await query('select from security_keys where user_id = any($1::uuid[]) and status = 40', [people]),
    ).toHaveLength(25)
    await self.tell(workflows.remove, { id })
  })
})

test('reminds users without a usable key a limited number of times, until they have one', async () => {
  const [never, pending] = [await add(), await add()]
  await given.addKey(pending, { kind: 2, status: 30 })
  const ward = await open.addGroup('Reminded', [never, pending])
  const { id } = await make(9, { groups: [ward], settings: { everyDays: 7, times: 2 } })
  expect(await run(id)).toMatchObject({ execution: 1, done: 2 })
  expect(await run(id)).toMatchObject({ execution: 3 })
  clock.forward(days(7))
  await given.addActiveKeys([pending])
  expect(await run(id)).toMatchObject({ done: 1 })
  clock.forward(days(7))
  expect(await run(id)).toMatchObject({ execution: 3 })
  await (await owner()).tell(workflows.remove, { id })
})

test('keeps a shared account, its computers, and its policy in sync', async () => {
  const register = await computersOf(home)
  const [one, other] = [await register('KIOSK-1'), await register('OFFICE-1')]
  const [shared, member] = [await add(), await add()]
  const group = await open.addGroup('Kiosk people', [member])
  const self = await owner()
  const devices = await self.tell(deviceGroups.create, { name: 'Kiosks' })
  const settings = { account: shared, deviceGroup: devices.id, beginsWith: 'kiosk' }
  const { id } = await make(3, { groups: [group], settings })
  const done = await run(id)
  expect(done).toMatchObject({ execution: 1, done: 2 })
  const [policy] = (await (await owner()).tell(policies.list, { search: 'Workflow' })).items
  expect(policy).toMatchObject({ action: 1, state: 2 })
  const full = await (await owner()).tell(policies.get, { _id: policy?._id as string })
  expect(full).toMatchObject({
    accounts: [shared],
    groups: [group],
    securityKeyDeviceType: [2],
    devices: { groups: [devices.id] },
  })
  expect((await self.tell(deviceGroups.get, { id: devices.id })).members.map(device => device.id)).toEqual([one.id])
  expect(other.id).not.toBe(one.id)
  expect(await run(id)).toMatchObject({ execution: 3, reason: 'nothing-to-do' })
  const { names: _n, version: _v, createdAt: _c, changedAt: _a, changedBy: _b, ...content } = full
  await (await owner()).tell(policies.update, { ...content, groups: [] })
  await register('KIOSK-2')
  expect(await run(id)).toMatchObject({ done: 2 })
  expect((await (await owner()).tell(policies.get, { _id: full._id })).groups).toEqual([group])
  expect((await (await owner()).tell(sharing.list, { search: '' })).total).toBeGreaterThan(0)
})

test('each use of a card page is a run of the workflows that count it', async () => {
  await pageHelpers(home).forgetTries()
  const settings = {
    fields: { userId: true, employeeId: false, lastName: false },
    verificationType: 'selfConfirmation',
    limits: { card: 100 },
  } as const
  const [page, other] = [await addPage(home, settings), await addPage(home, settings)]
  const self = await owner()
  const ofPage = { trigger: 'page' as const, settings: { page } }
  const { id } = await self.tell(workflows.create, { name: 'Enrolments', type: 5, ...ofPage })
  const { id: recoveries } = await self.tell(workflows.create, { name: 'Recoveries', type: 6, ...ofPage })
  const user = await add({ user_id: 'desk-1' })
  for (const [at, card] of [
    [page, '0D00001'],
    [other, '0D00002'],
  ] as const)
    await (await confirmedAt(home, at, card, 'desk-1')).ask(selfService.enroll, { pin: '271828' })
  const runs = (await self.tell(workflows.logs, { id })).items
  expect(runs).toMatchObject([{ execution: 1, by: 'event', considered: 1, done: 1 }])
  expect(await rows(runs[0]?.id as string)).toMatchObject([{ id: user, result: 'done', reason: 'page' }])
  expect((await self.tell(workflows.logs, { id: recoveries })).items).toEqual([])
})

test('a workflow whose creator lost permissions does nothing more, neither midway nor on retry', async () => {
  const admin = await add()
  await open.appoint(admin, 2)
  const crowd = await open.addGroup('Half-way', [await add({ scim_attribute_3: 'nonsense !' })])
  const his = as((await given.session({ id: admin, workspace: given.owner.workspace })).accessToken)
  const settings = { by: 'attribute' as const, attribute: 3, cardFormat: 'hex' as const }
  const { id } = await his.tell(workflows.create, { name: 'Half', type: 2, ...daily, groups: [crowd], settings })
  const failed = await run(id)
  expect(failed).toMatchObject({ execution: 2, failed: 1 })
  const [work] = await query<Work<WorkflowRunParameters>>(`select * from works where parameters ->> 'workflow' = $1`, [
    id,
  ])
  const row = { row: 1, subject: admin, outcome: null, named: null, facts: null, was: null, actedAt: null }
  const by = { id: admin, name: 'Pia', holds: undefined, unitsOf: null }
  const request = { id: 'test', ip: '', userAgent: '' }
  const results = await transact(
    world,
    { actor: { kind: 'operator', name: 'Test' }, request, workspace: given.owner.workspace },
    ctx => workflowRuns.write(ctx, { work: work as Work<WorkflowRunParameters>, by, rows: [row] }),
  )
  expect(results).toMatchObject([{ outcome: 'refused', reason: 'no-rights' }])
  await open.dismiss(admin)
  expect(await (await owner()).ask(workflows.retry, { id: failed.id })).toMatchObject({ status: 403 })
  expect(await run(id)).toMatchObject({ execution: 2, reason: 'maker-gone' })
})

test('imports users of a directory by a sync run, and reports a directory that is deleted or off', async () => {
  const { id: connection } = await directories(home).add({ kind: 1, name: 'Tenant', mapping: plainMapping })
  tenant.people.set('ent1', fakePerson('ent1'))
  const { id } = await make(1, { tenant: connection, settings: { mode: 2 }, notify: [given.administrator.id] })
  const begun = await run(id)
  expect(begun).toMatchObject({ execution: 0, elsewhere: { kind: 'sync' } })
  const end = async (of: string) => (await beat(), (await owner()).tell(workflows.run, { id: of }))
  await expect.poll(async () => (await end(begun.id)).execution).toBe(1)
  expect(await end(begun.id)).toMatchObject({ done: 1, failed: 0, reason: null })
  // An empty user list must stop at the directory's safety threshold
  tenant.people.clear()
  const braked = await run(id)
  await expect.poll(async () => (await end(braked.id)).waits).toBe(true)
  expect(await run(id)).toMatchObject({ execution: 3, reason: 'still-running' })
  await query(`update directory_connections set active = false where id = $1`, [connection])
  await query(`update workflow_runs set execution = 2 where id = $1`, [braked.id])
  expect(await run(id)).toMatchObject({ execution: 2, reason: 'disconnected' })
  expect((await home.mailTo(given.administrator.email)).subject).toMatch(/^The workflow “W \d+” failed$/)
  expect((await (await owner()).tell(workflows.list, { search: 'W' })).items.find(one => one.id === id)).toMatchObject({
    tenantName: 'Tenant',
    lastExecution: 2,
  })
})
