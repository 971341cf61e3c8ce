import { signIn } from '@claviger/contract/access/sign-in'
import { cardOfPrinted } from '@claviger/contract/keys/card-bits'
import { type CardImport, cardImport } from '@claviger/contract/keys/card-import'
import { decimalOfCard } from '@claviger/contract/keys/card-numbers'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { users } from '@claviger/contract/people/users'
import { describe, expect, test } from 'vitest'
import { caseFile } from '#test/cases/case-file.ts'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given } = await startTestApp()
const admin = as((await given.session(given.administrator)).accessToken)
for (let n = 1; n <= 14; n++) await given.addUser(`P${n}`, 'Card', { email: `p${n}@cards.example` })
const data26 = { layout: '26', sent: 'data', reversed: false } as const

async function reach(id: string, state: string): Promise<CardImport> {
  for (let tries = 0; tries < 400; tries++) {
    const now = await admin.tell(cardImport.get, { id })
    if (now.state === state) return now
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`the import does not reach ${state}`)
}

const upload = (csv: string) => admin.tell(cardImport.upload, { csv, fileName: 'cards.csv' })
const rowsOf = async (id: string) => (await admin.tell(cardImport.rows, { id, pageSize: 100 })).items

async function review(csv: string, chosen: object) {
  const { id, mapping } = await upload(csv)
  await admin.tell(cardImport.map, { id, mapping, ...chosen } as never)
  await reach(id, 'reviewed')
  return { id, rows: await rowsOf(id) }
}

describe('a badge list with facility codes in one column', () => {
  const csv = caseFile('cards-01-facility-code-forms.csv').toString()

  test.each(['as-read', 'hex', 'hex-reversed', 'decimal'])(
    'is a question in the format %s and never imported as a card',
    async cardFormat => {
      const { rows } = await review(csv, { cardFormat })
      for (const row of rows.slice(0, 3))
        expect([row.result, row.told]).toEqual([
          'broken',
          `“${row.cells[0]}” looks like a facility code and a card number. Choose the format “Facility code and card number”`,
        ])
      expect(rows.find(row => row.cells[0] === '1392148;')?.result).toBe('broken')
    },
  )

  test('is refused for a key that is assigned by hand', async () => {
    const userId = await given.addUser('By', 'Hand')
    for (const cardId of ['021-15890', '001:11572'])
      for (const cardFormat of ['decimal', 'hex', 'hex-reversed'] as const) {
        const refused = await admin.ask(keyAssignment.add, { userId, type: 2, activation: 1, cardId, cardFormat })
        expect([refused.status, refused.body['fields']]).toMatchObject([422, [{ field: 'cardId' }]])
      }
  })

  test('is imported in the format that a tapped card reveals', async () => {
    const { id, mapping } = await upload(csv)
    const { matches } = await admin.tell(cardImport.findFormat, { id, mapping, cardId: '1392146' })
    expect(matches).toEqual([
      { cardFormat: 'facility', bitFormat: data26, row: 2, cells: ['021-15890', 'p1@cards.example'] },
    ])
    await admin.tell(cardImport.map, { id, mapping, cardFormat: 'facility', bitFormat: data26, tapped: '1392146' })
    await reach(id, 'reviewed')
    const rows = await rowsOf(id)
    expect(rows.slice(0, 3).map(row => row.result)).toEqual(['success', 'success', 'success'])
    expect(rows[4]?.told).toBe('“04A1B2C3D4E580” has no facility code')
  })
})

test('refuses a bit format that no card of the file confirms', async () => {
  const { id, mapping } = await upload(caseFile('cards-01-facility-code-forms.csv').toString())
  const chosen = { id, mapping, cardFormat: 'facility', bitFormat: data26 } as const
  for (const tapped of [undefined, '1392149', 'FFFFFF'])
    expect(await admin.ask(cardImport.map, { ...chosen, ...(tapped !== undefined && { tapped }) })).toMatchObject({
      status: 422,
      body: { code: 'card-format-unconfirmed' },
    })
  // The card of the first row in another format
  const whole = { ...data26, sent: 'whole' } as const
  expect((await admin.ask(cardImport.map, { ...chosen, bitFormat: whole, tapped: '1392146' })).status).toBe(422)
})

describe('facility code and card number in two columns', () => {
  const csv = caseFile('cards-02-two-columns.csv').toString()

  test('are both detected and form one number', async () => {
    const { id, mapping } = await upload(csv)
    expect(mapping).toEqual(['facilityCode', 'cardId', 'email'])
    await admin.tell(cardImport.map, { id, mapping, cardFormat: 'facility', bitFormat: data26, tapped: '1457682' })
    await reach(id, 'reviewed')
    await admin.tell(cardImport.start, { id })
    expect((await reach(id, 'done')).results.success).toBe(2)
    const [row] = await rowsOf(id)
    expect((await admin.tell(securityKeys.get, { id: row?.keyId ?? '' })).name).toBe('Access card 15890')
  })

  test('require the matching format', async () => {
    const { id, mapping } = await upload(csv)
    const refused = await admin.ask(cardImport.map, { id, mapping, cardFormat: 'decimal' })
    expect([refused.status, refused.body['message']]).toEqual([
      422,
      'Choose the format “Facility code and card number” for the column Facility code',
    ])
  })
})

test('names a facility code that does not fit', async () => {
  const csv =
    'Facility code,Card number,Email\n21,15890,p1@cards.example\n300,1,p2@cards.example\n1,70000,p3@cards.example\n'
  const { rows } = await review(csv, { cardFormat: 'facility', bitFormat: data26, tapped: '1392146' })
  expect(rows.slice(1).map(row => row.told)).toEqual([
    'The facility code 300 does not fit into 8 bits',
    'The card number 70000 does not fit into 16 bits',
  ])
})

test('finds cards with a custom bit layout from the manufacturer specification', async () => {
  const custom = { bits: 40, facilityStart: 4, facilityBits: 10, numberStart: 20, numberBits: 17 }
  const layout = { layout: 'custom', custom, sent: 'whole', reversed: false } as const
  const printed = { facility: 700, number: 100_001 }
  const cardId = decimalOfCard(cardOfPrinted(printed, { ...layout, reversed: true }) ?? '')
  const { id, mapping } = await upload(
    'Facility code,Card number,Email\n700,100001,p6@cards.example\n700,5,p7@cards.example\n',
  )
  expect((await admin.tell(cardImport.findFormat, { id, mapping, cardId })).matches).toEqual([])
  const { matches } = await admin.tell(cardImport.findFormat, { id, mapping, cardId, bitFormat: layout })
  expect(matches.map(one => [one.row, one.bitFormat])).toEqual([[2, { ...layout, reversed: true }]])
  const bitFormat = { ...layout, reversed: true }
  await admin.tell(cardImport.map, { id, mapping, cardFormat: 'facility', bitFormat, tapped: cardId })
  expect((await reach(id, 'reviewed')).results.success).toBe(2)
})

test('one file imports users and their cards, and one undo removes both', async () => {
  const csv = `User ID,First name,Last name,Email,Facility code,Card number
new.one,New,One,new.one@cards.example,33,501
new.two,New,Two,new.two@cards.example,33,502
p5,P5,Card,p5@cards.example,33,503
,Broken,Mail,not-an-address,33,504
`
  const { id, mapping } = await upload(csv)
  const tapped = String(33 * 65_536 + 502)
  await admin.tell(cardImport.map, { id, mapping, cardFormat: 'facility', bitFormat: data26, tapped })
  await reach(id, 'reviewed')
  expect((await rowsOf(id)).map(row => [row.result, row.told])).toEqual([
    ['success', 'Creates New One and assigns the card'],
    ['success', 'Creates New Two and assigns the card'],
    ['duplicate', expect.stringContaining('email')],
    ['broken', expect.any(String)],
  ])
  await admin.tell(cardImport.start, { id })
  expect((await reach(id, 'done')).results.success).toBe(2)
  const found = async () => (await admin.tell(users.list, { search: 'cards.example New', pageSize: 10 })).items.length
  expect(await found()).toBe(2)
  expect(await admin.tell(cardImport.undoPreview, { id })).toMatchObject({ remove: 2, users: 2 })
  await admin.tell(cardImport.undo, { id })
  await expect.poll(async () => (await admin.tell(cardImport.get, { id })).undo?.finishedAt ?? null).not.toBeNull()
  expect(await found()).toBe(0)
})

test('creates missing groups and units of new users as the review says, and shows random PINs once', async () => {
  const csv = `First name,Last name,Email,Department,Card number
Ann,Ward,ann@wards.example,Ward 1,04B10001
Ben,Ward,ben@wards.example,Ward 2,04B10002
Cem,Ward,cem@wards.example,ward 1,04B10003
`
  const made = await upload(csv)
  expect(made.mapping).toEqual(['firstName', 'lastName', 'email', 'organizationUnits', 'cardId'])
  const mapping = made.mapping.map(field => (field === 'organizationUnits' ? 'groups' : field))
  const chosen = { id: made.id, mapping, cardFormat: 'hex' as const, pins: 'show' as const }
  await admin.tell(cardImport.map, chosen)
  await reach(made.id, 'reviewed')
  expect((await rowsOf(made.id))[0]).toMatchObject({ result: 'broken', told: 'There is no group “Ward 1”' })
  await admin.tell(cardImport.map, { ...chosen, createMissing: true })
  await reach(made.id, 'reviewed')
  expect((await rowsOf(made.id))[0]?.told).toBe(
    'Creates Ann Ward and assigns the card; Creates the group “Ward 1” and adds the user',
  )
  expect(await admin.tell(cardImport.places, { id: made.id })).toEqual({
    groups: { count: 2, names: ['Ward 1', 'Ward 2'] },
    units: { count: 0, names: [] },
  })
  expect((await admin.ask(cardImport.pins, { id: made.id })).body).toMatchObject({ code: 'wrong-step' })
  await admin.tell(cardImport.start, { id: made.id })
  expect(await reach(made.id, 'done')).toMatchObject({ results: { success: 3 }, pins: 'show', pinsShown: false })
  const { items: found } = await admin.tell(users.list, { search: 'wards.example', pageSize: 10 })
  const groupsOf = async (id: string) => (await admin.tell(users.get, { id })).groups.map(one => one.name)
  for (const { id, firstName } of found) expect(await groupsOf(id)).toContain(firstName === 'Ben' ? 'Ward 2' : 'Ward 1')
  const { items } = await admin.tell(cardImport.pins, { id: made.id })
  expect(items.map(one => [one.row, one.user])).toEqual([
    [2, 'Ann Ward'],
    [3, 'Ben Ward'],
    [4, 'Cem Ward'],
  ])
  expect(new Set(items.map(one => one.pin)).size).toBe(3)
  const entered = await as(undefined).ask(signIn.cardLogin, {
    cardId: '04B10001',
    pin: items[0]?.pin ?? '',
    where: 'northgate',
  })
  expect(entered.status).toBe(200)
  expect((await admin.ask(cardImport.pins, { id: made.id })).body).toMatchObject({ code: 'wrong-step' })
  expect((await admin.tell(cardImport.get, { id: made.id })).pinsShown).toBe(true)
})

test('imports cards without a PIN, or with one that users choose at the first tap', async () => {
  const keys = async (pins: 'none' | 'later', card: string) => {
    const { id, mapping } = await upload(`Email,Card number\np11@cards.example,${card}\n`)
    await admin.tell(cardImport.map, { id, mapping, cardFormat: 'hex', pins })
    await reach(id, 'reviewed')
    await admin.tell(cardImport.start, { id })
    await reach(id, 'done')
    const [row] = await rowsOf(id)
    return admin.tell(securityKeys.get, { id: row?.keyId ?? '' })
  }
  expect(await keys('none', '04B20001')).toMatchObject({ verification: 3, pinDue: false })
  expect(await keys('later', '04B20002')).toMatchObject({ verification: 4, pinDue: true })
})
