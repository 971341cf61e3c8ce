import { type CardImport, cardImport } from '@claviger/contract/keys/card-import'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { resumeWorks } from '#features/work/works/works.jobs.ts'

const { as, given, world, mailTo } = await startTestApp()
const admin = as(given.administrator.accessToken)
const person = async (name: string) => {
  const id = await given.addUser(name, 'Undone')
  const { rows } = await world.superPool.query<{ user_id: string; email: string }>(
    'select user_id, email from users where id = $1',
    [id],
  )
  return { id, ...(rows[0] as (typeof rows)[number]) }
}

async function eventually(id: string, holds: (now: CardImport) => boolean): Promise<CardImport> {
  for (let tries = 0; tries < 400; tries++) {
    const now = await admin.tell(cardImport.get, { id })
    if (holds(now)) return now
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error('it does not come to pass')
}

async function run(csv: string, cardFormat: CardImport['cardFormat'] = 'as-read'): Promise<CardImport> {
  const of = await admin.tell(cardImport.upload, { csv })
  await admin.tell(cardImport.map, { id: of.id, mapping: of.mapping, cardFormat })
  await eventually(of.id, now => now.state === 'reviewed')
  await admin.tell(cardImport.start, { id: of.id })
  return eventually(of.id, now => now.state === 'done')
}

const keysOf = async (id: string) => (await admin.tell(securityKeys.ofUser, { id })).items
const undone = async (id: string) => {
  await admin.tell(cardImport.undo, { id })
  return eventually(id, now => typeof now.undo?.finishedAt === 'string')
}
const rowsOf = async (id: string) =>
  (await admin.tell(cardImport.rows, { id })).items.map(row => [row.row, row.undone, row.stayedFor])

test('fills a pending key first, then creates a new one, and reads numbers like the readers type them', async () => {
  await admin.tell(readerSettings.change, { format: 'dec', reversed: true, dropped: 2 })
  const ann = await person('Ann')
  const waiting = (
    await admin.tell(keyAssignment.add, { userId: ann.id, type: 2, activation: 3, name: 'Badge to come' })
  ).key
  const of = await admin.tell(cardImport.upload, {
    csv: `Card,User ID\n7711706628,${ann.user_id}\n7711706629,${ann.user_id}\n`,
  })
  expect(of.cardFormat).toBe('as-read')
  await admin.tell(cardImport.map, { id: of.id, mapping: of.mapping, cardFormat: 'as-read' })
  await eventually(of.id, now => now.state === 'reviewed')
  // The reviewed result is applied even if settings have changed since
  await admin.tell(readerSettings.change, { format: 'none', reversed: false, dropped: 0 })
  expect((await admin.tell(cardImport.rows, { id: of.id })).items.map(row => row.told)).toEqual([
    'Assigns the card to the pending key of Ann Undone',
    'Assigns the card to Ann Undone',
  ])
  await admin.tell(cardImport.start, { id: of.id })
  const done = await eventually(of.id, now => now.state === 'done')
  expect(done.results).toMatchObject({ success: 2, duplicate: 0 })
  const keys = await keysOf(ann.id)
  expect(keys).toHaveLength(2)
  expect(keys.find(key => key.id === waiting.id)).toMatchObject({ name: 'Badge to come', status: 20, pinDue: true })
  const { key } = await admin.tell(securityKeys.activatedCard, { cardId: 'B2A104', cardFormat: 'hex' })
  expect(key?.id).toBe(waiting.id)
  await admin.tell(readerSettings.change, { format: 'dec', reversed: true, dropped: 2 })
  for (const search of ['7711706628', 'B2A104', 'b2:a1:04'])
    expect((await admin.tell(securityKeys.list, { search })).items.map(one => one.id)).toEqual([waiting.id])
  await admin.tell(readerSettings.change, { format: 'none', reversed: false, dropped: 0 })

  expect(await admin.tell(cardImport.undoPreview, { id: of.id })).toEqual({
    remove: 1,
    used: 0,
    empty: 1,
    users: 0,
    stay: [],
  })
  expect((await undone(of.id)).undo).toMatchObject({ processed: 2, removed: 1, emptied: 1, stayed: 0 })
  expect(await keysOf(ann.id)).toMatchObject([{ id: waiting.id, status: 30, cardEnd: null, hasPin: false }])
  const again = await run(`Card,User ID\n4444,${ann.user_id}\n`)
  expect(again.results.success).toBe(1)
  expect(await keysOf(ann.id)).toMatchObject([{ id: waiting.id, status: 20, cardEnd: '5C11' }])
})

test('an undo keeps keys that were changed, or filled and used, removes the others, and emails notified users', async () => {
  const [bob, cid, dan, eve] = [await person('Bob'), await person('Cid'), await person('Dan'), await person('Eve')]
  await admin.tell(keyAssignment.add, { userId: eve.id, type: 2, activation: 3 })
  const of = await run(
    `Card,User ID\n8001,${bob.user_id}\n8002,${cid.user_id}\n8003,${dan.user_id}\n8004,${eve.user_id}\n8005,nobody\n`,
  )
  await admin.tell(cardImport.notify, { id: of.id })
  await eventually(of.id, now => now.notified?.finished === true)
  const [cids] = await keysOf(cid.id)
  await admin.tell(keyActCalls.suspendOne, { id: cids?.id as string })
  await world.superPool.query('update security_keys set last_used_at = now() where user_id = any($1)', [
    [dan.id, eve.id],
  ])
  expect(await admin.tell(cardImport.undoPreview, { id: of.id })).toEqual({
    remove: 2,
    used: 1,
    empty: 0,
    users: 0,
    stay: expect.arrayContaining([
      { reason: 'changed-since', count: 1 },
      { reason: 'used-since', count: 1 },
    ]) as unknown,
  })
  expect((await undone(of.id)).undo).toMatchObject({ processed: 4, removed: 2, emptied: 0, stayed: 2 })
  expect(await rowsOf(of.id)).toEqual([
    [2, 'removed', null],
    [3, 'stayed', 'changed-since'],
    [4, 'removed', null],
    [5, 'stayed', 'used-since'],
    [6, null, null],
  ])
  expect(await keysOf(bob.id)).toEqual([])
  expect(await keysOf(cid.id)).toMatchObject([{ status: 40 }])
  await expect.poll(async () => (await mailTo(bob.email)).subject).toBe('One of your security keys was deleted')
  for (const call of [cardImport.undo, cardImport.undoPreview, cardImport.notify])
    expect(await admin.ask(call, { id: of.id })).toMatchObject({ status: 409 })
  const { rows } = await world.superPool.query(
    'select action, actor_name from activities where object_id = $1 order by id desc limit 1',
    [of.id],
  )
  expect(rows).toEqual([{ action: 'cards.import-undone', actor_name: 'Grace Hopper' }])
  expect(await as(given.ownerElsewhere.accessToken).ask(cardImport.undoPreview, { id: of.id })).toMatchObject({
    status: 404,
  })
  expect(await as(given.readOnly.accessToken).ask(cardImport.undo, { id: of.id })).toMatchObject({ status: 403 })
})

test('an interrupted undo continues where it stopped', async () => {
  const [fay, gus] = [await person('Fay'), await person('Gus')]
  const of = await run(`Card,User ID\n9001,${fay.user_id}\n9002,${gus.user_id}\n`)
  const [gone] = await keysOf(gus.id)
  await admin.tell(keyActCalls.removeOne, { id: gone?.id as string })
  const { rows } = await world.superPool.query<{ id: string }>(
    `insert into works (workspace_id, id, kind, state, parameters, counts, total, follows, undoes, actor_id, actor_name, created_at, touched_at)
     values ($1, gen_random_uuid(), 'card-import', 'running', '{}', '{}', 2, $2, $2, $3, 'Somebody', now(), now() - interval '1 minute')
     returning id`,
    [given.owner.workspace, of.id, given.administrator.id],
  )
  const id = rows[0]?.id
  await world.superPool.query(
    'insert into work_rows (workspace_id, work_id, row, subject) select workspace_id, $2, row, subject from work_rows where work_id = $1',
    [of.id, id],
  )
  await world.superPool.query('update works set undone_by = $2 where id = $1', [of.id, id])
  await resumeWorks.work(world, {})
  expect((await admin.tell(cardImport.get, { id: of.id })).undo).toMatchObject({ processed: 2, removed: 1, stayed: 1 })
  expect(await rowsOf(of.id)).toEqual([
    [2, 'removed', null],
    [3, 'stayed', 'unknown'],
  ])
  expect(await keysOf(fay.id)).toEqual([])
})
