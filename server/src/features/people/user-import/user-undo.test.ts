import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { type UserImport, userImport } from '@claviger/contract/people/user-import'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { resumeWorks } from '#features/work/works/works.jobs.ts'

const { as, given, world } = await startTestApp()
const admin = as(given.administrator.accessToken)
const header = 'User ID,First name,Last name,Email,Employee ID,Groups'

async function eventually(id: string, holds: (now: UserImport) => boolean): Promise<UserImport> {
  for (let tries = 0; tries < 400; tries++) {
    const now = await admin.tell(userImport.get, { id })
    if (holds(now)) return now
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error('it does not come to pass')
}

async function run(...lines: string[]): Promise<UserImport> {
  const of = await admin.tell(userImport.upload, { csv: [header, ...lines].join('\n') })
  await admin.tell(userImport.map, { id: of.id, mapping: of.mapping })
  await eventually(of.id, now => now.state === 'reviewed')
  await admin.tell(userImport.start, { id: of.id })
  return eventually(of.id, now => now.state === 'done')
}

const undone = async (id: string) => {
  await admin.tell(userImport.undo, { id })
  return eventually(id, now => typeof now.undo?.finishedAt === 'string')
}
const found = async (search: string) => (await admin.tell(users.list, { search })).items
const rowsOf = async (id: string) =>
  (await admin.tell(userImport.rows, { id })).items.map(row => [row.row, row.undone, row.stayedFor])

test('an undo deletes created users, restores changed ones, and keeps later changes', async () => {
  await admin.tell(groups.create, { name: 'Night', description: '' })
  await run(
    'back,Bea,Before,back@undo.example,E1,',
    'kept,Kim,Before,kept@undo.example,E2,',
    'taken,Tim,Before,taken@undo.example,E3,',
    'same,Sam,Same,same@undo.example,E4,',
  )
  const of = await run(
    'fresh,Fay,Fresh,fresh@undo.example,E5,Night',
    'back,Bea,After,back@undo.example,,Night',
    'kept,Kim,After,kept@undo.example,E2,',
    'taken,Tim,After,taken@undo.example,E33,',
    'same,Sam,Same,same@undo.example,E4,',
    ',No,Name,wrong@undo.example,,',
  )
  expect(of).toMatchObject({ created: 1, updated: 3, unchanged: 1, refused: 1, undo: null })
  const [kim] = await found('kept@undo.example')
  await admin.tell(users.update, {
    id: (kim as NonNullable<typeof kim>).id,
    userId: 'kept',
    firstName: 'Kim',
    lastName: 'Later',
    email: 'kept@undo.example',
    employeeId: 'E2',
  })
  await admin.tell(users.create, {
    userId: 'thief',
    firstName: 'Thea',
    lastName: 'Thief',
    email: 'thief@undo.example',
    employeeId: 'E3',
  })
  expect(await admin.tell(userImport.undoPreview, { id: of.id })).toEqual({
    remove: 1,
    keys: 0,
    setBack: 2,
    stay: [{ reason: 'changed-since', count: 1 }],
  })
  const after = await undone(of.id)
  expect(after.undo).toMatchObject({ processed: 4, removed: 1, setBack: 1, stayed: 2, actorName: 'Grace Hopper' })
  const listed = (await admin.tell(userImport.list, {})).items
  expect(listed.find(one => one.id === of.id)?.undo).toEqual(after.undo)
  expect(listed.filter(one => one.undo !== null).map(one => one.id)).toEqual([of.id])
  expect(await rowsOf(of.id)).toEqual([
    [2, 'removed', null],
    [3, 'set-back', null],
    [4, 'stayed', 'changed-since'],
    [5, 'stayed', 'former-taken'],
    [6, null, null],
    [7, null, null],
  ])
  expect(await found('fresh@undo.example')).toEqual([])
  expect(await found('back@undo.example')).toMatchObject([{ lastName: 'Before', employeeId: 'E1', groups: [] }])
  expect(await found('kept@undo.example')).toMatchObject([{ lastName: 'Later' }])
  expect(await found('taken@undo.example')).toMatchObject([{ lastName: 'After', employeeId: 'E33' }])
  expect(await admin.ask(userImport.undo, { id: of.id })).toMatchObject({ status: 409 })
  expect(await admin.ask(userImport.undoPreview, { id: of.id })).toMatchObject({ status: 409 })
  const { rows } = await world.superPool.query(
    'select action, actor_name from activities where object_id = $1 order by id desc limit 1',
    [of.id],
  )
  expect(rows).toEqual([{ action: 'users.import-undone', actor_name: 'Grace Hopper' }])
})

test('an interrupted undo resumes where it stopped', async () => {
  const of = await run('cut,Cut,Short,cut@undo.example,,', 'gone,Gone,Already,gone@undo.example,,')
  const [gone] = await found('gone@undo.example')
  await admin.tell(users.remove, { id: (gone as NonNullable<typeof gone>).id })
  await undone(of.id)
  const [cut] = (await admin.tell(users.bin, { search: 'cut@undo.example' })).items
  await admin.tell(bulkRuns.restore, { ids: [(cut as NonNullable<typeof cut>).id] })
  await world.superPool.query(
    `update works set state = 'running', finished_at = null, last_row = 0, processed = 0, counts = '{}',
       touched_at = now() - interval '1 minute' where undoes = $1`,
    [of.id],
  )
  await world.superPool.query(
    'update work_rows set outcome = null, reason = null where work_id = (select id from works where undoes = $1)',
    [of.id],
  )
  await resumeWorks.work(world, {})
  expect((await admin.tell(userImport.get, { id: of.id })).undo).toMatchObject({ processed: 2, removed: 1, stayed: 1 })
  expect(await rowsOf(of.id)).toEqual([
    [2, 'removed', null],
    [3, 'stayed', 'unknown'],
  ])
})

test('a deletion by CSV cannot be undone as an import, and other workspaces cannot reach an import', async () => {
  await run('doomed,Dora,Doomed,doomed@undo.example,,')
  const of = await admin.tell(userImport.removeByCsv, { csv: 'User ID\ndoomed\n' })
  await admin.tell(userImport.map, { id: of.id, mapping: of.mapping })
  await eventually(of.id, now => now.state === 'reviewed')
  await admin.tell(userImport.start, { id: of.id })
  expect(await admin.ask(userImport.undo, { id: of.id })).toMatchObject({ status: 409 })
  const stranger = as(given.ownerElsewhere.accessToken)
  expect(await stranger.ask(userImport.undoPreview, { id: of.id })).toMatchObject({ status: 404 })
})
