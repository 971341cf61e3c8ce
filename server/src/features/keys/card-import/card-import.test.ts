import { type CardImport, cardImport } from '@claviger/contract/keys/card-import'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '#platform/ids.ts'
import { resumeWorks } from '#features/work/works/works.jobs.ts'

const home = await startTestApp()
const { app, as, given, world, mailTo } = home
const admin = as(given.administrator.accessToken)
const person = (name: string, more: Record<string, unknown> = {}) => given.addUser(name, 'Carded', more)
const login = async (id: string) =>
  (await world.superPool.query('select user_id, email from users where id = $1', [id])).rows[0] as {
    user_id: string
    email: string
  }

type Asker = typeof admin

async function reach(asker: Asker, id: string, ...states: string[]): Promise<CardImport> {
  for (let tries = 0; tries < 400; tries++) {
    const now = await asker.tell(cardImport.get, { id })
    if (states.includes(now.state)) return now
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`the import does not reach ${states.join()}`)
}

async function review(csv: string, cardFormat: CardImport['cardFormat'] = 'decimal', asker = admin) {
  const { id, mapping } = await asker.tell(cardImport.upload, { csv, fileName: 'cards.csv' })
  await asker.tell(cardImport.map, { id, mapping, cardFormat })
  return reach(asker, id, 'reviewed')
}

async function run(csv: string, cardFormat: CardImport['cardFormat'] = 'decimal') {
  const { id } = await review(csv, cardFormat)
  await admin.tell(cardImport.start, { id })
  return reach(admin, id, 'done')
}

const told = async (id: string, asker = admin) =>
  (await asker.tell(cardImport.rows, { id })).items.map(row => [row.row, row.result, row.told])

test('previews the result of each row before importing, and a repeated import changes nothing', async () => {
  const [ann, bob] = [await person('Ann'), await person('Bob')]
  await person('Cid', { employee_id: 'E-77' })
  const [a, b] = [await login(ann), await login(bob)]
  await given.addKey(bob, { is_default: true })
  const csv = `Card ID;User ID;Email;Employee ID;Name
1001;${a.user_id.toUpperCase()};;;Blue badge
1002;;${b.email};;
1003;;;e-77;
1001;${b.user_id};;;
1004;nobody-here;;;
12x;${a.user_id};;;
;${a.user_id};;;
1005;;;;
1006;${a.user_id};;;;;too many
`
  const before = await review(csv)
  expect(before).toMatchObject({
    state: 'reviewed',
    total: 9,
    delimiter: ';',
    mapping: ['cardId', 'userId', 'email', 'employeeId', 'name'],
    results: { success: 3, duplicate: 1, 'no-access': 0, unknown: 1, broken: 4 },
  })
  expect(await told(before.id)).toEqual([
    [2, 'success', 'Assigns the card to Ann Carded'],
    [3, 'success', 'Assigns the card to Bob Carded'],
    [4, 'success', 'Assigns the card to Cid Carded'],
    [5, 'duplicate', 'Row 2 of this file has the same card'],
    [6, 'unknown', 'The user ID does not exist in your workspace'],
    [7, 'broken', 'This is not a card number'],
    [8, 'broken', 'Accesskey/Card ID is required'],
    [9, 'broken', "The row doesn't specify a user"],
    [10, 'broken', expect.stringContaining('cells')],
  ])
  expect((await admin.tell(securityKeys.ofUser, { id: ann })).items).toEqual([])
  await admin.tell(cardImport.start, { id: before.id })
  await reach(admin, before.id, 'done')
  expect((await admin.tell(securityKeys.ofUser, { id: ann })).items).toMatchObject([
    { name: 'Blue badge', type: 2, status: 20, isDefault: true, cardEnd: 'E903', pinDue: true, verification: 4 },
  ])
  const bobs = (await admin.tell(securityKeys.ofUser, { id: bob })).items
  expect(bobs.map(key => [key.type, key.isDefault])).toContainEqual([2, false])
  expect((await admin.tell(securityKeys.activatedCard, { cardId: '1003' })).key).toMatchObject({ type: 2 })
  const again = await run(csv)
  expect(again.results).toEqual({ success: 0, duplicate: 4, 'no-access': 0, unknown: 1, broken: 4 })
  expect((await told(again.id))[0]).toEqual([2, 'duplicate', 'This user already has this card'])
  const stolen = await run(`Card;User\n1001;${b.user_id}\n`)
  expect((await told(stolen.id))[0]).toEqual([2, 'duplicate', 'Another user has this card'])
  const file = await app.inject({
    url: `/administrator/securityDevice/bulk-import/${before.id}/result?refused=true`,
    headers: { authorization: given.administrator.accessToken },
  })
  expect(file.payload.split('\n').filter(Boolean)).toHaveLength(7)
  expect(file.payload).toContain('unknown,The user ID does not exist in your workspace')
  const { rows } = await world.superPool.query<{ sealed: Buffer }>(
    'select sealed from work_rows where sealed is not null',
  )
  expect(rows.every(row => !row.sealed.toString('latin1').includes('100'))).toBe(true)
})

test('reads numbers in the format of the file, and remembers the choice', async () => {
  const dan = await login(await person('Dan'))
  const csv = `Badge,Login\n04:A2:2B:91,${dan.user_id}\n`
  const wrong = await review(csv, 'decimal')
  expect(wrong.results.broken).toBe(1)
  const right = await admin.tell(cardImport.map, { id: wrong.id, mapping: wrong.mapping, cardFormat: 'hex-reversed' })
  await reach(admin, right.id, 'reviewed')
  await admin.tell(cardImport.start, { id: right.id })
  await reach(admin, right.id, 'done')
  const { key } = await admin.tell(securityKeys.activatedCard, { cardId: '912BA204', cardFormat: 'hex' })
  expect(key).toMatchObject({ cardEnd: 'A204' })
  expect(await admin.tell(cardImport.upload, { csv })).toMatchObject({ cardFormat: 'hex-reversed' })
})

test('cards get the policy settings of their user', async () => {
  const [eve, fay] = [await person('Eve'), await person('Fay')]
  const policy = await admin.tell(tokenPolicies.create, {
    name: 'Badges without PIN',
    phoneVerification: 1,
    cardVerification: 3,
    credentialStorageLocation: 2,
    proximity: false,
    audit: true,
    offlineLogin: true,
    rememberedPinHours: 4,
  })
  await admin.tell(tokenPolicies.ofUsers, { ids: [eve], tokenPolicy: policy.id })
  await run(`Card,User ID\n2001,${(await login(eve)).user_id}\n2002,${(await login(fay)).user_id}\n`)
  expect((await admin.tell(securityKeys.ofUser, { id: eve })).items).toMatchObject([
    { verification: 3, offlineLogin: true, rememberedPinHours: 4, pinDue: false },
  ])
  expect((await admin.tell(securityKeys.ofUser, { id: fay })).items).toMatchObject([{ verification: 4, pinDue: true }])
})

test('emails users once to set a PIN or that the card works, and counts users without an email', async () => {
  const [gus, hal] = [await person('Gus'), await person('Hal', { email: null })]
  const g = await login(gus)
  const of = await run(`Card,User ID\n3001,${g.user_id}\n3002,${(await login(hal)).user_id}\n`)
  expect(await admin.tell(cardImport.notify, { id: of.id })).toMatchObject({ notified: { finished: false } })
  await expect
    .poll(async () => (await admin.tell(cardImport.get, { id: of.id })).notified)
    .toEqual({ processed: 2, mailed: 1, finished: true })
  await expect.poll(async () => (await mailTo(g.email)).subject).toBe('Set the PIN of your security key')
  expect((await admin.tell(securityKeys.ofUser, { id: gus })).items).toMatchObject([{ hasPin: false, pinDue: true }])
  await admin.tell(cardImport.notify, { id: of.id })
  await expect
    .poll(async () => (await admin.tell(cardImport.get, { id: of.id })).notified)
    .toEqual({ processed: 2, mailed: 1, finished: true })
  const { items } = await admin.tell(cardImport.rows, { id: of.id })
  expect(items.map(row => row.mailed)).toEqual([true, false])
})

test('refuses cards for users with a higher role, suspended users, and users at their key limit', async () => {
  const manager = as(given.userManager.accessToken)
  const sue = await login(await person('Sue', { suspended_at: new Date() }))
  const owner = await login(given.owner.id)
  const of = await review(`Card,User ID\n4001,${owner.user_id}\n4002,${sue.user_id}\n`, 'decimal', manager)
  expect(await told(of.id, manager)).toEqual([
    [2, 'no-access', 'This user has a higher role than you'],
    [3, 'no-access', 'This user is suspended or deactivated. Activate the user first'],
  ])
  expect(await manager.ask(cardImport.notify, { id: of.id })).toMatchObject({ status: 409 })
  await manager.tell(cardImport.discard, { id: of.id })
  expect(await manager.ask(cardImport.get, { id: of.id })).toMatchObject({ status: 404 })
})

test('a run whose process was killed resumes and reports changes made in the meantime', async () => {
  const [ian, joe, kim] = [await login(await person('Ian')), await person('Joe'), await login(await person('Kim'))]
  const csv = `Card,User ID\n5001,${ian.user_id}\n5002,${(await login(joe)).user_id}\n5003,${kim.user_id}\n`
  const { id } = await review(csv)
  await run(`Card,User ID\n5001,${kim.user_id}\n`)
  await given.addActiveKeys([joe])
  await testData(home).suspend(joe)
  await world.superPool.query(
    `update works set state = 'running', last_row = 0, processed = 0, touched_at = now() - interval '1 minute' where id = $1`,
    [id],
  )
  await resumeWorks.work(world, {})
  const done = await reach(admin, id, 'done')
  expect(done).toMatchObject({ processed: 3, results: { success: 1, duplicate: 1, unknown: 1 } })
  expect(await told(id)).toEqual([
    [2, 'duplicate', 'The card was assigned to another user in the meantime'],
    [3, 'unknown', 'The user was deleted or suspended in the meantime'],
    [4, 'success', 'The card was assigned to Kim Carded'],
  ])
})

test('refuses invalid input with an explanation', async () => {
  for (const csv of ['', 'a,a\n1,2', 'Card,User ID\n', 'Card,"User'])
    expect(await admin.ask(cardImport.upload, { csv })).toMatchObject({ status: 422, body: { code: 'file-format' } })
  expect(await admin.ask(cardImport.upload, { csv: 'Card\u0000,"User' })).toMatchObject({
    status: 400,
    body: { code: 'unreadable-text' },
  })
  expect(await admin.ask(cardImport.uploadTags, { csv: '' })).toMatchObject({ status: 422 })
  const { id } = await admin.tell(cardImport.uploadTags, { csv: 'Card,User ID\n1,x\n' })
  for (const mapping of [['cardId'], ['', 'userId'], ['cardId', 'cardId'], ['cardId', 'password']])
    expect(await admin.ask(cardImport.map, { id, mapping, cardFormat: 'hex' })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'mapping' }] },
    })
  expect(await admin.ask(cardImport.start, { id })).toMatchObject({ status: 409 })
  expect(await admin.ask(cardImport.start, { id: newId() })).toMatchObject({ status: 404 })
  expect(await as(given.readOnly.accessToken).ask(cardImport.get, { id })).toMatchObject({ status: 403 })
})

test('a unit administrator can assign cards only to users of the unit', async () => {
  const { workspace } = given.owner
  const [own, foreign, uma] = [await person('Own'), await person('Foreign'), await person('Uma')]
  const { addUnit, appointOver } = testData(home)
  await appointOver(uma, [await addUnit('Ward 3', [own])])
  const { accessToken } = await given.session({ id: uma, workspace })
  const unit = as(accessToken)
  const [o, f] = [await login(own), await login(foreign)]
  await run(`Card,User ID\n6001,${f.user_id}\n`)
  const csv = `Card,User ID\n6001,${o.user_id}\n6002,${f.user_id}\n6003,${o.user_id}\n6004,who\n`
  const { id } = await review(csv, 'decimal', unit)
  const rows = (await unit.tell(cardImport.rows, { id })).items
  expect(rows.map(row => [row.result, row.told, row.user])).toEqual([
    ['duplicate', 'Another user has this card', 'Own Carded'],
    ['no-access', 'This user is outside your organization units', f.user_id],
    ['success', 'Assigns the card to Own Carded', 'Own Carded'],
    ['unknown', 'The user ID does not exist in your workspace', 'who'],
  ])
  await unit.tell(cardImport.start, { id })
  expect((await reach(unit, id, 'done')).results.success).toBe(1)
  expect((await admin.tell(securityKeys.ofUser, { id: own })).items).toMatchObject([{ type: 2, status: 20 }])
  await unit.tell(cardImport.notify, { id })
  await expect.poll(async () => (await unit.tell(cardImport.get, { id })).notified?.mailed).toBe(1)
  const others = await review(csv)
  expect(await unit.ask(cardImport.get, { id: others.id })).toMatchObject({ status: 404 })
})

test('a unit administrator can import cards with random PINs and is shown them', async () => {
  const [own, ward] = [await person('Pia'), await person('Wanda')]
  const { addUnit, appointOver } = testData(home)
  await appointOver(ward, [await addUnit('Ward 4', [own])])
  const unit = as((await given.session({ id: ward, workspace: given.owner.workspace })).accessToken)
  const csv = `Card,User ID\n6101,${(await login(own)).user_id}\n`
  const { id, mapping } = await unit.tell(cardImport.upload, { csv, fileName: 'cards.csv' })
  await unit.tell(cardImport.map, { id, mapping, cardFormat: 'decimal', pins: 'show' })
  await reach(unit, id, 'reviewed')
  await unit.tell(cardImport.start, { id })
  expect((await reach(unit, id, 'done', 'failed')).results.success).toBe(1)
  const { items } = await unit.tell(cardImport.pins, { id })
  expect(items).toMatchObject([{ row: 2, user: 'Pia Carded' }])
})
