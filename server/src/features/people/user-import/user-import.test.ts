import { type UserImport, userImport } from '@claviger/contract/people/user-import'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { users } from '@claviger/contract/people/users'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { resumeWorks } from '#features/work/works/works.jobs.ts'

const { app, as, given, world } = await startTestApp()
const admin = as(given.administrator.accessToken)
const { workspace } = given.owner
const header = 'User ID,First name,Last name,Email'

async function send(body: Buffer | string, method: 'POST' | 'DELETE' = 'POST', more = '') {
  const url =
    method === 'POST' ? `/administrator/tokens/import?fileName=staff.csv${more}` : '/administrator/tokens/uploadCsv'
  const headers = { authorization: given.administrator.accessToken, 'content-type': 'text/csv' }
  const answer = await app.inject({ method, url, headers, payload: body })
  return { status: answer.statusCode, body: answer.json<UserImport & { code: string; message: string }>() }
}

async function reach(id: string, ...states: string[]): Promise<UserImport> {
  for (let tries = 0; tries < 400; tries++) {
    const now = await admin.tell(userImport.get, { id })
    if (states.includes(now.state)) return now
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`the import does not reach ${states.join()}`)
}

async function review(csv: string | Buffer, method: 'POST' | 'DELETE' = 'POST'): Promise<UserImport> {
  const { body } = await send(csv, method)
  await admin.tell(userImport.map, { id: body.id, mapping: body.mapping })
  return reach(body.id, 'reviewed')
}

async function run(csv: string | Buffer): Promise<UserImport> {
  const { id } = await review(csv)
  await admin.tell(userImport.start, { id })
  return reach(id, 'done')
}

const told = async (id: string) =>
  (await admin.tell(userImport.rows, { id })).items.map(row => [row.row, row.outcome, row.told])
const count = async () =>
  (await world.superPool.query('select from users where workspace_id = $1', [workspace])).rowCount

describe('reading the file', () => {
  const text = `${header}\r\nzoe,"Zoë\nMarie",Ørsted,zoe@file.example\r\n`
  test.each([
    ['UTF-8', Buffer.from(text), 'UTF-8'],
    ['UTF-8 with a byte order mark', Buffer.from(`\u{feff}${text}`), 'UTF-8'],
    ['UTF-16 LE with a byte order mark', Buffer.from(`\u{feff}${text}`, 'utf16le'), 'UTF-16LE'],
    ['UTF-16 LE', Buffer.from(text, 'utf16le'), 'UTF-16LE'],
    ['UTF-16 BE with a byte order mark', Buffer.from(`\u{feff}${text}`, 'utf16le').swap16(), 'UTF-16BE'],
    ['semicolons', Buffer.from(text.replaceAll(',', ';')), 'UTF-8'],
    ['tabs', Buffer.from(text.replaceAll(',', '\t')), 'UTF-8'],
    ['line feeds only', Buffer.from(text.replaceAll('\r', '')), 'UTF-8'],
  ])('%s', async (_name, bytes, encoding) => {
    const { status, body } = await send(bytes)
    expect(status).toBe(200)
    expect(body).toMatchObject({ encoding, total: 1, headers: header.split(','), state: 'staged' })
    expect(body.mapping).toEqual(['userId', 'firstName', 'lastName', 'email'])
    expect((await admin.tell(userImport.rows, { id: body.id })).items[0]?.cells).toEqual([
      'zoe',
      'Zoë\nMarie',
      'Ørsted',
      'zoe@file.example',
    ])
  })

  test.each([
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['only a header', Buffer.from(header), 'no rows'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not a text file'],
    ['a workbook', Buffer.from('PK\u0003\u0004xl/workbook'), 'workbook'],
    ['another encoding', Buffer.from([...Buffer.from(header), 10, 0x81, 0xfe, 0x44]), 'neither UTF-8 nor UTF-16'],
    ['two columns with one name', Buffer.from('User ID,Email,email\na,b,c\n'), 'Two columns are named'],
    ['an unclosed quote', Buffer.from(`${header}\na,"${'x'.repeat(17_000_000)}`), '16 million characters'],
  ])('%s is refused with the reason, and nothing is stored', async (_name, bytes, why) => {
    const { status, body } = await send(bytes)
    expect([status, body.code]).toEqual([422, 'file-format'])
    expect(body.message).toContain('The file format is not valid')
    expect(body.message).toContain(why)
    const { rowCount } = await world.superPool.query("select from works where state = 'uploading'")
    expect(rowCount).toBe(0)
  })

  test('Windows-1252 is offered, and used when chosen', async () => {
    const bytes = Buffer.from(`${header}\nzoe,Zo\u00eb,\u00d8rsted,z@file.example\n`, 'latin1')
    const offered = await send(bytes)
    expect([offered.status, offered.body.code]).toEqual([422, 'file-encoding'])
    const { body } = await send(bytes, 'POST', '&encoding=windows-1252')
    expect(body).toMatchObject({ encoding: 'WINDOWS-1252', total: 1 })
    const { items } = await admin.tell(userImport.rows, { id: body.id })
    expect(items[0]?.cells.slice(1, 3)).toEqual(['Zo\u00eb', '\u00d8rsted'])
  })

  test('a cell of 10 MB refuses only its own row', async () => {
    const of = await review(`${header}\na,"${'x'.repeat(10_000_000)}",c,d@file.example\nb,B,C,b@file.example\n`)
    expect(await told(of.id)).toEqual([
      [2, 'refused', 'A cell has 10,000,000 characters, but only 4,000 are allowed'],
      [3, 'new', 'Creates the user'],
    ])
  })

  test('the text can come as JSON, and calls that take no file refuse one', async () => {
    expect(await admin.tell(userImport.upload, { csv: `${header}\na,b,c,d@file.example` })).toMatchObject({ total: 1 })
    const headers = { authorization: given.administrator.accessToken, 'content-type': 'text/csv' }
    const answer = await app.inject({ method: 'POST', url: '/administrator/tokens', headers, payload: 'a,b' })
    expect(answer.statusCode).toBe(415)
  })
})

describe('columns', () => {
  test('a missing, duplicate, or unknown column is reported', async () => {
    const { body } = await send('Login,Vorname,Extra\na,b,c\n')
    expect(body.mapping).toEqual(['userId', 'firstName', ''])
    for (const [mapping, message] of [
      [body.mapping, 'Choose a column for: Last name, Email'],
      [['userId', 'userId', ''], 'Two columns are mapped to User ID'],
      [['nonsense', '', ''], 'There is no field “nonsense”'],
    ] as const)
      expect(await admin.ask(userImport.map, { id: body.id, mapping })).toMatchObject({
        status: 422,
        body: { message },
      })
  })

  test('one column can fill several fields, and the email becomes the User ID if no column does', async () => {
    const { body } = await send('Vorname,Nachname,Dienstpost\nKim,Klee,kim@several.example\n')
    expect(body.mapping).toEqual(['firstName', 'lastName', ''])
    const ask = (...mapping: string[]) => admin.ask(userImport.map, { id: body.id, mapping })
    expect(await ask('firstName+email', 'lastName', 'email')).toMatchObject({
      status: 422,
      body: { message: 'Two columns are mapped to Email' },
    })
    expect((await ask('firstName', 'lastName', 'email+employeeId')).status).toBe(200)
    await reach(body.id, 'reviewed')
    await admin.tell(userImport.start, { id: body.id })
    await reach(body.id, 'done')
    expect((await admin.tell(users.list, { search: 'several.example' })).items).toMatchObject([
      { userId: 'kim@several.example', email: 'kim@several.example', employeeId: 'kim@several.example' },
    ])
    const again = await send('Vorname,Nachname,Dienstpost\nBo,Ray,bo@several.example\n')
    expect(again.body.mapping).toEqual(['firstName', 'lastName', 'email+employeeId'])
  })

  test('the mapping is remembered', async () => {
    const csv = 'Kennung,Rufname,Zuname,Post\nkim,Kim,Klee,kim@file.example\n'
    const { body } = await send(csv)
    await admin.tell(userImport.map, { id: body.id, mapping: ['userId', 'firstName', 'lastName', 'email'] })
    expect((await send(csv)).body.mapping).toEqual(['userId', 'firstName', 'lastName', 'email'])
  })
})

describe('the review', () => {
  test('says for each row what it will do or why it cannot, and writes nothing (R160)', async () => {
    await given.addUser('Ida', 'Known')
    await given.addUser('Imre', 'Import', { source: 2 })
    const before = await count()
    const of = await review(
      [
        `${header},Phone,Groups`,
        'new.one,New,One,new.one@file.example,+47 912 00 118,',
        'ida.known@northgate.example,Ida,Renamed,ida.known@northgate.example,,',
        'new.two,New,Two,ida.known@northgate.example,,',
        'NEW.ONE,Again,One,again@file.example,,',
        'no.mail,No,Mail,nobody,,',
        ',No,Id,no.id@file.example,,',
        'phone,Bad,Phone,phone@file.example,12,',
        'formula,=1+1,Formula,formula@file.example,,',
        'group,No,Group,group@file.example,,Nowhere',
        'imre.import@northgate.example,Imre,Changed,imre.import@northgate.example,,',
        'ada.byron@northgate.example,Ada,Changed,ada.byron@northgate.example,,',
        'too,many,cells,x@file.example,,,surplus',
        'quote,"a"b,Quote,q@file.example,,',
      ].join('\n'),
    )
    expect(await told(of.id)).toEqual([
      [2, 'new', 'Creates the user'],
      [3, 'update', 'Last name: Known → Renamed'],
      [4, 'refused', 'Another user has this email: Ida Known'],
      [5, 'refused', 'Row 2 of this file has the same User ID'],
      [6, 'refused', 'Email is not valid'],
      [7, 'refused', 'User ID is required'],
      [8, 'refused', expect.stringContaining('Phone number is invalid')],
      [9, 'refused', 'First name starts with a character that marks a formula'],
      [10, 'refused', 'There is no group “Nowhere”'],
      [11, 'refused', 'You cannot edit groups or users imported from Entra ID or other services'],
      [12, 'refused', 'This user has a higher role than you'],
      [13, 'refused', 'The row has 7 cells, but the header has 6'],
      [14, 'refused', 'A quotation mark is never closed, so everything after it was read as one row'],
    ])
    expect(of).toMatchObject({ created: 1, updated: 1, unchanged: 0, refused: 11, processed: 13 })
    expect(await count()).toBe(before)
    expect((await admin.tell(userImport.rows, { id: of.id, outcome: 'new', search: 'ONE' })).total).toBe(1)
  })
})

describe('the import', () => {
  test('writes what the review announced, and a second run of the file changes nothing', async () => {
    await admin.tell(groups.create, { name: 'Porters' })
    const rows = Array.from(
      { length: 1300 },
      (_, n) => `crew${n},Crew,No ${n},crew${n}@file.example,E${n},${n < 3 ? 'porters' : ''}`,
    )
    const csv = `${header},Employee ID,Groups\n${rows.join('\n')}\nbroken,,Row,broken@file.example,,\n`
    const first = await run(csv)
    expect(first).toMatchObject({ created: 1300, updated: 0, unchanged: 0, refused: 1 })
    const { items } = await admin.tell(users.list, { search: 'crew2@file' })
    expect(items[0]).toMatchObject({ userId: 'crew2', employeeId: 'E2', groups: [{ name: 'Porters' }] })
    const { rows: lines } = await world.superPool.query(
      "select actor_name, after from activities where action = 'user.created' and object_id = $1",
      [items[0]?.id],
    )
    expect(lines).toMatchObject([
      { actor_name: 'Grace Hopper', after: { userId: 'crew2', email: 'crew2@file.example' } },
    ])
    expect(await run(csv)).toMatchObject({ created: 0, updated: 0, unchanged: 1300, refused: 1 })
    const moved = await run(csv.replace('crew7@file.example', 'moved@file.example'))
    expect(moved).toMatchObject({ updated: 1, unchanged: 1299 })
    const result = await app.inject({
      url: `/administrator/tokens/import/${moved.id}/result?refused=true`,
      headers: { authorization: given.administrator.accessToken },
    })
    expect(result.headers['content-type']).toContain('text/csv')
    expect(result.body.split('\r\n').slice(1)).toEqual([
      'broken,,Row,broken@file.example,,,1302,broken,First Name is required',
      '',
    ])
  })

  test('does not overwrite a user who was added meanwhile, and writes the others', async () => {
    const of = await review(`${header}\nlate,La,Te,late@file.example\nfine,Fi,Ne,fine@file.example\n`)
    await given.addUser('Late', 'Comer', { email: 'late@file.example' })
    await admin.tell(userImport.start, { id: of.id })
    expect(await reach(of.id, 'done')).toMatchObject({ created: 1, refused: 1 })
    expect(await told(of.id)).toEqual([
      [2, 'refused', 'Another user has this User ID, email, or Employee ID'],
      [3, 'new', 'Creates the user'],
    ])
  })

  test('resumes after a crash where it stopped, and writes no row twice', async () => {
    const rows = Array.from({ length: 2500 }, (_, n) => `half${n},Half,No ${n},half${n}@file.example`)
    const of = await review(`${header}\n${rows.join('\n')}\n`)
    // As after a crash: running, with the first batch written and no worker
    await world.superPool.query(
      "update works set state = 'running', last_row = 0, processed = 0, touched_at = now() - interval '1 minute' where id = $1",
      [of.id],
    )
    await resumeWorks.work(world, {})
    expect(await reach(of.id, 'done')).toMatchObject({ created: 2500, refused: 0 })
    expect((await world.superPool.query("select from users where first_name = 'Half'")).rowCount).toBe(2500)
    expect(
      (
        await world.superPool.query(
          "select from activities where action = 'user.created' and object_name like 'Half %'",
        )
      ).rowCount,
    ).toBe(2500)
  })

  test('runs its steps only in order', async () => {
    const { body } = await send(`${header}\na1,b,c,d1@file.example\n`)
    expect(await admin.ask(userImport.start, { id: body.id })).toMatchObject({ status: 409 })
    await admin.tell(userImport.discard, { id: body.id })
    expect(await admin.ask(userImport.get, { id: body.id })).toMatchObject({ status: 404 })
    const done = await run(`${header}\na2,b,c,d2@file.example\n`)
    expect(await admin.ask(userImport.start, { id: done.id })).toMatchObject({ status: 409 })
    expect(await admin.ask(userImport.discard, { id: done.id })).toMatchObject({ status: 409 })
    expect((await admin.tell(userImport.list, {})).items[0]).toMatchObject({ id: done.id })
    for (const call of [userImport.get, userImport.rows, userImport.start, userImport.result])
      expect(await as(given.ownerElsewhere.accessToken).ask(call, { id: done.id })).toMatchObject({ status: 404 })
  })
})

test('a deletion by CSV is previewed, reports unknown users, and can be undone (R160)', async () => {
  const ids = [await given.addUser('Gone', 'One'), await given.addUser('Gone', 'Two')]
  const of = await review(
    'User ID\ngone.one@northgate.example\nGONE.two@northgate.example\nnobody.here\nada.byron@northgate.example\ngrace.hopper@northgate.example\n',
    'DELETE',
  )
  expect(await told(of.id)).toEqual([
    [2, 'update', 'Deletes Gone One'],
    [3, 'update', 'Deletes Gone Two'],
    [4, 'refused', 'The user ID does not exist in your workspace'],
    [5, 'refused', 'This user has a higher role than you'],
    [6, 'refused', 'This is your own account'],
  ])
  const { runId } = await admin.tell(userImport.start, { id: of.id })
  expect(await admin.tell(bulkRuns.get, { id: runId as string })).toMatchObject({ act: 'delete', succeeded: 2 })
  expect(await admin.ask(users.get, { id: ids[0] })).toMatchObject({ status: 404 })
  await admin.tell(bulkRuns.undo, { id: runId as string })
  expect(await admin.ask(users.get, { id: ids[0] })).toMatchObject({ status: 200 })
  expect((await send('', 'DELETE')).body.message).toContain('The file format is not valid')
})

test('a stopped import keeps its written rows, reports the rows that it did not reach, and can be undone', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => `halt${n},Halt,No ${n},halt${n}@file.example`)
  const of = await run(`${header}\n${rows.join('\n')}\n`)
  expect(await admin.ask(userImport.stop, { id: of.id })).toMatchObject({ status: 409 })
  // Between two slices: the first is written, the second waits
  await world.superPool.query('delete from users where workspace_id = $1 and user_id = any($2)', [
    workspace,
    Array.from({ length: 250 }, (_, n) => `halt${250 + n}`),
  ])
  await world.superPool.query(
    "update works set state = 'running', finished_at = null, processed = 250, last_row = 251 where id = $1",
    [of.id],
  )
  const stopped = await admin.tell(userImport.stop, { id: of.id })
  expect(stopped).toMatchObject({ state: 'stopped', created: 250, refused: 0, total: 500 })
  const last = (await admin.tell(userImport.rows, { id: of.id, page: 500, pageSize: 1 })).items[0]
  expect(last).toMatchObject({ outcome: null, told: 'Not processed because the import was stopped' })
  expect(await admin.tell(userImport.undoPreview, { id: of.id })).toMatchObject({ remove: 250, stay: [] })
  await admin.tell(userImport.undo, { id: of.id })
  await expect
    .poll(async () => (await admin.tell(userImport.get, { id: of.id })).undo, { timeout: 20_000 })
    .toMatchObject({ removed: 250, stayed: 0, finishedAt: expect.any(String) })
})
