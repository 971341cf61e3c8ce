import { workflows } from '@claviger/contract/automation/workflows'
import { activity } from '@claviger/contract/oversight/activity'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { beforeEach, describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { type Caller, startTestApp, twinOf } from '#test/app/test-app.ts'
import { days, hours } from '#platform/clock.ts'
import { workflowTask } from './workflows.jobs.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const of = async (who: { id: string; workspace: string }) => as((await given.session(who)).accessToken)
const again = () => of(given.owner)
let owner: Caller
let admin: Caller
let elsewhere: Caller
beforeEach(async () => {
  owner = await again()
  admin = await of(given.administrator)
  elsewhere = await of(given.ownerElsewhere)
})
const beat = () => workflowTask.work(world, new AbortController().signal)

let count = 0
const daily = { trigger: 'schedule' as const, scheduleInterval: 1, hour: 3, minute: 0 }
const content = (type: number, more: Record<string, unknown> = {}) => ({
  name: `Workflow ${++count}`,
  type,
  ...daily,
  ...more,
})
const make = (type: number, more: Record<string, unknown> = {}) => owner.tell(workflows.create, content(type, more))
const runsOf = async (id: string) => (await (await again()).tell(workflows.logs, { id })).items

describe('a workflow', () => {
  test('is created, read, edited, turned on and off, and deleted, and each action is logged', async () => {
    const made = await make(2, { name: 'Cards', description: 'For all', settings: { by: 'mail' } })
    expect(made).toMatchObject({
      type: 2,
      scheduleInterval: 1,
      hour: 3,
      minute: 0,
      zone: 'UTC',
      status: 'on',
      maker: 'Ada Byron',
      settings: { kind: 2, by: 'mail' },
      lastExecutedAt: null,
    })
    expect(made.nextRunAt).toMatch(/T03:00:00/)
    const { id } = made
    expect(await owner.tell(workflows.get, { id })).toEqual(made)
    const edited = await admin.tell(workflows.update, { id, ...content(2), name: 'Cards', hour: 4, version: 1 })
    expect(edited).toMatchObject({ version: 2, maker: 'Grace Hopper', lastUpdatedBy: 'Grace Hopper', hour: 4 })
    expect(await owner.ask(workflows.update, { id, ...content(2), version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    })
    const off = await owner.tell(workflows.switch, { id, status: 'off' })
    expect(off).toMatchObject({ status: 'off', nextRunAt: null, maker: 'Grace Hopper' })
    expect(await owner.tell(workflows.switch, { id, status: 'on' })).toMatchObject({ status: 'on', maker: 'Ada Byron' })
    expect((await owner.tell(workflows.list, { search: 'cards' })).items).toHaveLength(1)
    expect(await owner.tell(workflows.removeMany, { ids: [id] })).toEqual({ removed: 1 })
    const { items } = await owner.tell(activity.list, { object: id })
    expect(items.map(one => one.action)).toEqual([
      'workflow.deleted',
      'workflow.switched',
      'workflow.switched',
      'workflow.updated',
      'workflow.created',
    ])
  })

  const wrong: [string, number, Record<string, unknown>, string][] = [
    ['a trigger of another type', 2, { trigger: 'page' }, 'trigger'],
    ['an eighth weekday', 2, { scheduleInterval: 2, day: 7 }, 'day'],
    ['a missing day of the month', 2, { scheduleInterval: 3, day: 0 }, 'day'],
    ['an unknown time zone', 2, { zone: 'Mars/Olympus' }, 'zone'],
    ['a missing attribute', 2, { settings: { by: 'attribute' } }, 'settings.attribute'],
    [
      'the same attribute for number and PIN',
      2,
      { settings: { by: 'attribute', attribute: 1, pinAttribute: 1 } },
      'settings.pinAttribute',
    ],
    ['a missing shared account', 3, {}, 'settings.account'],
    ['a missing directory', 1, {}, 'tenant'],
    ['invalid group IDs', 8, { groups: ['x'] }, 'groups'],
  ]
  test.each(wrong)('with %s is refused with the name of the field', async (_what, type, more, field) => {
    const { status, body } = await owner.ask(workflows.create, content(type, more))
    expect([status, body]).toMatchObject([
      422,
      { fields: expect.arrayContaining([expect.objectContaining({ field })]) },
    ])
  })

  test('of another workspace is not found, and only administrators of all users see workflows', async () => {
    const { id } = await make(9)
    for (const call of [workflows.get, workflows.logs, workflows.execute, workflows.remove])
      expect(await elsewhere.ask(call, { id })).toMatchObject({ status: 404 })
    expect(await elsewhere.ask(workflows.switch, { id, status: 'off' })).toMatchObject({ status: 404 })
    expect((await elsewhere.tell(workflows.list)).total).toBe(0)
    expect(await elsewhere.tell(workflows.removeMany, { ids: [id] })).toEqual({ removed: 0 })
    for (const who of [given.user, given.userManager])
      expect(await (await of(who)).ask(workflows.list)).toMatchObject({ status: 403 })
    const { addUnit, appointOver } = testData(home)
    const ofUnits = await given.addUser('Una', 'Unit')
    await appointOver(ofUnits, [await addUnit('Ward U', [])], 2, [1])
    const una = await of({ id: ofUnits, workspace: given.owner.workspace })
    expect(await una.ask(workflows.list)).toMatchObject({ status: 403 })
    expect(await una.ask(workflows.execute, { id })).toMatchObject({ status: 403 })
    const reader = await of(given.readOnly)
    expect((await reader.tell(workflows.list)).total).toBeGreaterThan(0)
    expect(await reader.ask(workflows.execute, { id })).toMatchObject({ status: 403 })
  })

  test('that a card page starts cannot be run manually', async () => {
    const { id } = await owner.tell(workflows.create, { name: 'Desk', type: 5, trigger: 'page' })
    expect(await owner.ask(workflows.execute, { id })).toMatchObject({
      status: 422,
      body: { code: 'workflow-by-page' },
    })
  })

  test('previews its next five run times and the affected users before it is saved', async () => {
    const shown = await owner.tell(workflows.preview, { workflow: content(2, { zone: 'Europe/Berlin' }) })
    expect(shown.times).toHaveLength(5)
    expect(shown.total).toBeGreaterThan(0)
    expect(shown.steps).toEqual([{ step: 'link', count: shown.total }])
    expect(shown.people.map(one => one.name)).toContain('Ada Byron')
  })
})

describe('a schedule', () => {
  test('runs once, however many processes check, and runs late only once if missed', async () => {
    const { id } = await make(9, { settings: { everyDays: 1, times: 1 } })
    await beat()
    expect(await runsOf(id)).toHaveLength(0)
    clock.forward(days(1) + hours(1))
    const twin = await twinOf(home)
    const there = () => workflowTask.work(twin.world, new AbortController().signal)
    await Promise.all([beat(), there(), beat(), there()])
    expect(await runsOf(id)).toMatchObject([{ by: 'schedule', execution: 1 }])
    clock.forward(days(3) + hours(1))
    await beat()
    const runs = await runsOf(id)
    expect(runs).toHaveLength(2)
    expect(runs[0]).toMatchObject({ late: true, by: 'schedule' })
    const now = await (await again()).tell(workflows.get, { id })
    expect(new Date(now.nextRunAt as string).getTime()).toBeGreaterThan(clock.now().getTime())
    await (await again()).tell(workflows.remove, { id })
  })

  test('skips a run with nothing to do (R190)', async () => {
    const self = await again()
    const { id } = await self.tell(workflows.create, content(8, { settings: { idleDays: 3650 } }))
    const run = await self.tell(workflows.execute, { id })
    expect(run).toMatchObject({ reason: 'nothing-to-do', by: 'person' })
    expect(await self.tell(workflows.get, { id })).toMatchObject({ lastExecution: run.execution })
  })
})

test('is turned off when its owner loses permissions, and the workspace owners are notified', async () => {
  const gone = { id: await given.addUser('Gus', 'Gone'), workspace: given.owner.workspace }
  await testData(home).appoint(gone.id, 2)
  const { id, name } = await (await of(gone)).tell(workflows.create, content(9))
  const self = await again()
  await self.tell(administrators.remove, { ids: [gone.id] })
  expect(await self.tell(workflows.execute, { id })).toMatchObject({ reason: 'maker-gone' })
  expect(await self.tell(workflows.get, { id })).toMatchObject({ status: 'off', paused: 'maker-gone' })
  await expect
    .poll(async () => (await home.mailTo(given.owner.email)).subject)
    .toBe(`The workflow “${name}” was turned off`)
  expect(await self.tell(workflows.switch, { id, status: 'on' })).toMatchObject({ maker: 'Ada Byron', paused: null })
  expect((await self.tell(workflows.execute, { id })).reason).not.toBe('maker-gone')
})

test('discards events without an active workflow, and a disabled workflow gets none', async () => {
  const self = await again()
  const { id } = await self.tell(workflows.create, {
    name: 'Newcomers',
    type: 2,
    trigger: 'imported',
    settings: { by: 'mail' },
  })
  await given.addUser('New', 'Comer')
  await self.tell(workflows.switch, { id, status: 'off' })
  await given.addUser('Newer', 'Comer')
  await beat()
  expect(await runsOf(id)).toEqual([])
  await self.tell(workflows.switch, { id, status: 'on' })
  await beat()
  expect(await runsOf(id)).toEqual([])
})
