import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { Run } from '@claviger/contract/work/runs'
import { users, userStatus } from '@claviger/contract/people/users'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCrowd } from '#test/people/crowd.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { resumeWorks } from '#features/work/works/works.jobs.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const admin = as(given.administrator.accessToken)
const { addGroup, addUnit, appoint } = testData(home)

const staff = (prefix: string, count: number) => addCrowd(home, prefix, count)

async function finished(run: Run): Promise<Run> {
  for (let tries = 0; tries < 200; tries++) {
    const now = await admin.tell(bulkRuns.get, { id: run.id })
    if (now.finishedAt !== null) return now
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('the run does not end')
}

const statusOf = async (id: string) => (await admin.tell(users.get, { id })).status
const linesAbout = async (id: string) => {
  const { rows } = await world.superPool.query<{ action: string; actor_name: string }>(
    'select action, actor_name from activities where object_id = $1 order by id',
    [id],
  )
  return rows
}

describe('the preview', () => {
  test('lists the counts, the affected users, and the reason for each exclusion, and changes nothing', async () => {
    const [able = '', other = ''] = await staff('Preview', 2)
    const away = await given.addUser('Already', 'Away', { suspended_at: new Date() })
    const fresh = await given.addUser('Brand', 'New')
    const ids = [able, other, away, fresh, given.administrator.id, given.owner.id, newId()]
    const preview = await admin.tell(bulkRuns.preview, { act: 'suspend', ids })
    expect(preview).toMatchObject({ total: 7, able: 2, keys: 2, names: ['Preview No00001', 'Preview No00002'] })
    expect(Object.fromEntries(preview.unable.map(one => [one.reason, one.names]))).toEqual({
      already: ['Already Away'],
      'not-active': ['Brand New'],
      'own-account': ['Grace Hopper'],
      'above-you': ['Ada Byron'],
      unknown: [],
    })
    expect(await statusOf(able)).toBe(userStatus.active)
  })

  test('refuses an empty selection and too many listed users', async () => {
    expect(await admin.ask(bulkRuns.suspend, {})).toMatchObject({ status: 422 })
    expect(await admin.ask(bulkRuns.suspend, { ids: [] })).toMatchObject({ status: 422 })
    expect(await admin.ask(bulkRuns.suspend, { ids: Array.from({ length: 5001 }, newId) })).toMatchObject({
      status: 422,
    })
  })
})

describe('a small selection', () => {
  test('runs immediately, with a result for each row and a log line for each change (R150)', async () => {
    const [one = '', two = ''] = await staff('Few', 2)
    const run = await admin.tell(bulkRuns.suspend, { ids: [one, two, given.owner.id] })
    expect(run).toMatchObject({ act: 'suspend', total: 3, processed: 3, succeeded: 2, actorName: 'Grace Hopper' })
    expect(await statusOf(one)).toBe(userStatus.suspended)
    const { items } = await admin.tell(bulkRuns.rows, { id: run.id })
    expect(items[0]).toMatchObject({ name: 'Ada Byron', done: false, reason: 'above-you' })
    expect((await admin.tell(bulkRuns.rows, { id: run.id, refused: true })).total).toBe(1)
    expect(await linesAbout(one)).toEqual([{ action: 'user.suspended', actor_name: 'Grace Hopper' }])
    expect(await linesAbout(run.id)).toMatchObject([{ action: 'users.act-started' }])
  })

  test.each([
    ['activate', 'activate', userStatus.active],
    ['deactivate', 'deactivate', userStatus.pending],
  ] as const)('%s sets its status, and undo restores the previous one', async (act, _name, status) => {
    const [id = ''] = await staff(`Way${act}`, 1)
    if (act === 'activate') await admin.tell(bulkRuns.suspend, { ids: [id] })
    const before = await statusOf(id)
    const run = await admin.tell(bulkRuns[act], { ids: [id] })
    expect(run.succeeded).toBe(1)
    expect(await statusOf(id)).toBe(status)
    await admin.tell(bulkRuns.undo, { id: run.id })
    expect(await statusOf(id)).toBe(before)
  })

  test('refuses single status changes that the status table forbids, and changes nothing (R153)', async () => {
    const [id = ''] = await staff('Single', 1)
    const fresh = await given.addUser('Fresh', 'Face')
    expect(await admin.ask(bulkRuns.activateOne, { id })).toMatchObject({
      status: 409,
      body: { code: 'change-refused' },
    })
    expect(await admin.ask(bulkRuns.activateOne, { id: fresh })).toMatchObject({ status: 409 })
    expect(await admin.ask(bulkRuns.suspendOne, { id: fresh })).toMatchObject({ status: 409 })
    await admin.tell(bulkRuns.deactivateOne, { id })
    expect(await statusOf(id)).toBe(userStatus.pending)
    await admin.tell(bulkRuns.activateOne, { id })
    await admin.tell(bulkRuns.suspendOne, { id })
    expect(await statusOf(id)).toBe(userStatus.suspended)
    expect(await admin.ask(bulkRuns.deactivateOne, { id: given.owner.id })).toMatchObject({ status: 403 })
    expect(await admin.ask(bulkRuns.suspendOne, { id: newId() })).toMatchObject({ status: 404 })
    expect(await admin.ask(bulkRuns.suspendOne, { id: given.administrator.id })).toMatchObject({
      body: { code: 'own-account' },
    })
  })

  test('sends emails only to users with an address, once a minute', async () => {
    const ids = [await given.addUser('Mail', 'One'), await given.addUser('Mail', 'None', { email: null })]
    const run = await admin.tell(bulkRuns.invite, { ids })
    expect(run).toMatchObject({ succeeded: 1, undoUntil: null })
    expect(
      (await admin.tell(bulkRuns.preview, { act: 'invite', ids })).unable.map(one => one.reason).toSorted(),
    ).toEqual(['no-email', 'too-soon'])
    expect(await admin.ask(bulkRuns.undo, { id: run.id })).toMatchObject({
      status: 409,
      body: { code: 'undo-refused' },
    })
  })

  test('adds users to groups and units, and undo removes them from the group', async () => {
    const [one = '', two = ''] = await staff('Member', 2)
    const group = await addGroup('Night shift')
    await admin.tell(bulkRuns.addToGroup, { ids: [one], target: group })
    const run = await admin.tell(bulkRuns.addToGroup, { ids: [one, two], target: group })
    expect(run).toMatchObject({ total: 2, succeeded: 1, targetName: 'Night shift' })
    await admin.tell(bulkRuns.undo, { id: run.id })
    expect((await admin.tell(users.get, { id: one })).groups).toHaveLength(1)
    expect((await admin.tell(users.get, { id: two })).groups).toHaveLength(0)
    expect(await admin.ask(bulkRuns.addToGroup, { ids: [one], target: newId() })).toMatchObject({ status: 404 })
    const unit = await addUnit('Pharmacy')
    await admin.tell(bulkRuns.addToUnit, { ids: [one], target: unit })
    expect((await admin.tell(users.get, { id: one })).organizationUnits).toMatchObject([{ name: 'Pharmacy' }])
  })
})

describe('a large selection', () => {
  beforeAll(() => staff('Crowd', 2300))

  test('runs as a job with progress, and can be undone', async () => {
    const some = (await admin.tell(users.list, { search: 'crowd', pageSize: 3 })).items.map(item => item.id)
    const begun = await admin.tell(bulkRuns.suspend, {
      all: true,
      filter: { search: 'crowd', status: [20] },
      except: some,
    })
    expect(begun).toMatchObject({ total: 2297, finishedAt: null })
    const ended = await finished(begun)
    expect(ended).toMatchObject({ processed: 2297, succeeded: 2297 })
    expect(ended.undoUntil).not.toBeNull()
    const suspended = async () =>
      (await world.superPool.query("select from users where first_name = 'Crowd' and status = 40")).rowCount
    expect(await suspended()).toBe(2297)
    const undone = await finished(await admin.tell(bulkRuns.undo, { id: begun.id }))
    expect(undone).toMatchObject({ undoes: begun.id, succeeded: 2297, undoUntil: null })
    expect(await suspended()).toBe(0)
    expect(await admin.ask(bulkRuns.undo, { id: begun.id })).toMatchObject({ status: 409 })
    expect((await admin.tell(bulkRuns.list, {})).items[0]).toMatchObject({ id: undone.id })
  })

  test('resumes a job of a process that stopped', async () => {
    const begun = await admin.tell(bulkRuns.deactivate, { all: true, filter: { search: 'crowd' } })
    await finished(begun)
    await world.superPool.query('update work_rows set outcome = null where work_id = $1 and row > 1800', [begun.id])
    await world.superPool.query(
      `update works set state = 'running', finished_at = null, processed = 1800, last_row = 1800, counts = '{"done": 1800}',
         touched_at = now() - interval '1 minute' where id = $1`,
      [begun.id],
    )
    await resumeWorks.work(world, {})
    expect(await finished(begun)).toMatchObject({ processed: 2300 })
  })
})

describe('deleted users', () => {
  test('are restored with undo, except where another user took their email', async () => {
    const [one = '', two = ''] = await staff('Binned', 2)
    const run = await admin.tell(bulkRuns.remove, { ids: [one, two, given.administrator.id] })
    expect(run.succeeded).toBe(2)
    await given.addUser('New', 'Binned', { email: 'binned2@throng.example' })
    const back = await admin.tell(bulkRuns.undo, { id: run.id })
    expect(back).toMatchObject({ total: 2, succeeded: 1 })
    expect((await admin.tell(bulkRuns.rows, { id: back.id, refused: true })).items).toMatchObject([
      { reason: 'email-taken' },
    ])
    expect(await statusOf(one)).toBe(userStatus.active)
    expect(await admin.tell(bulkRuns.preview, { act: 'restore', ids: [one, two] })).toMatchObject({ able: 0 })
  })

  test('an undo skips users who changed since, and is refused after half an hour', async () => {
    const [one = '', two = ''] = await staff('Since', 2)
    const run = await admin.tell(bulkRuns.suspend, { ids: [one, two] })
    await admin.tell(bulkRuns.activateOne, { id: one })
    clock.forward(minutes(31))
    const later = as((await given.session(given.administrator)).accessToken)
    expect(await later.ask(bulkRuns.undo, { id: run.id })).toMatchObject({ status: 409 })
    clock.forward(-minutes(2))
    const back = await later.tell(bulkRuns.undo, { id: run.id })
    expect(back).toMatchObject({ succeeded: 1 })
    clock.forward(-minutes(29))
  })

  test('an undo follows the role limits of the user who runs it', async () => {
    const above = await given.addUser('Grown', 'Above')
    await given.addActiveKeys([above])
    await appoint(above, 2)
    const [beneath = ''] = await staff('Beneath', 1)
    const run = await as(given.owner.accessToken).tell(bulkRuns.suspend, { ids: [above, beneath] })
    expect(run.succeeded).toBe(2)
    const manager = as(given.userManager.accessToken)
    const back = await manager.tell(bulkRuns.undo, { id: run.id })
    expect(back.succeeded).toBe(1)
    const { items } = await manager.tell(bulkRuns.rows, { id: back.id, refused: true })
    expect(items).toMatchObject([{ id: above, reason: 'above-you' }])
    expect([await statusOf(above), await statusOf(beneath)]).toEqual([userStatus.suspended, userStatus.active])
  })

  test('owners can suspend other owners, but not themselves', async () => {
    const owner = as(given.owner.accessToken)
    const second = await given.addUser('Other', 'Owner')
    await given.addActiveKeys([second])
    await appoint(second, 1)
    await owner.tell(bulkRuns.suspendOne, { id: second })
    expect(await statusOf(second)).toBe(userStatus.suspended)
    expect(await owner.ask(bulkRuns.suspendOne, { id: given.owner.id })).toMatchObject({
      body: { code: 'own-account' },
    })
  })
})

test("another workspace's users and runs are out of reach", async () => {
  const elsewhere = as(given.ownerElsewhere.accessToken)
  const [id = ''] = await staff('Foreign', 1)
  expect(await elsewhere.tell(bulkRuns.suspend, { ids: [id] })).toMatchObject({ total: 1, succeeded: 0 })
  const run = await admin.tell(bulkRuns.suspend, { ids: [id] })
  for (const call of [bulkRuns.get, bulkRuns.rows, bulkRuns.undo])
    expect(await elsewhere.ask(call, { id: run.id })).toMatchObject({ status: 404 })
})

test('an unknown filter is refused, because ignoring it would select more users', async () => {
  const selection = { all: true, filter: { search: 'nobody', colour: 'green' } } as { all: true; filter: object }
  expect(await admin.ask(bulkRuns.suspend, selection)).toMatchObject({ status: 422, body: { code: 'invalid-input' } })
  expect(await admin.ask(bulkRuns.preview, { act: 'suspend', ...selection })).toMatchObject({ status: 422 })
})
