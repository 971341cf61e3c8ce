import { selfService } from '@claviger/contract/access/self-service'
import { secretSet } from '@claviger/contract/people/users'
import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { addPage, pageHelpers, tapAt, visitPage, type Visitor } from '#test/api/card-page.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import type { PageSettingsInput } from '@claviger/contract/access/self-service-settings/page-settings'

const home = await startTestApp()
const { given } = home
const { change, forgetTries } = pageHelpers(home)
beforeEach(forgetTries)
const none = { userId: false, employeeId: false, firstName: false, lastName: false, phoneNumber: false }

let cards = 0
const newCard = () => (++cards).toString(16).padStart(6, 'C0').toUpperCase()

async function standing(settings: PageSettingsInput): Promise<Visitor> {
  const page = await addPage(home, { verificationType: 'selfConfirmation', ...settings })
  return tapAt(home, page, newCard())
}

const nameOf = async (visitor: Visitor, typed: Record<string, unknown>) => {
  const { status, body } = await visitor.ask(selfService.token, typed)
  return status === 200 ? (body['person'] as { name: string }).name : `${status} ${String(body['code'])}`
}
const notFound = '404 nobody-found'

await given.addUser('Zoë', 'Quist', {
  user_id: 'zoe@Clinic',
  employee_id: 'E-77',
  phone_country: '+49',
  phone_number: '1701234567',
  scim_attribute_1: 'Blue Badge',
})
await given.addUser('Zoë', 'Twin', { user_id: 'twin1', employee_id: 'T1' })
await given.addUser('Zoë', 'Twin', { user_id: 'twin2', employee_id: 'T2', email: 'other@northgate.example' })
await given.addUser('Ｆｕｌｌ', 'Ｗｉｄｅ', { user_id: 'ｆｕｌｌ＠wide', employee_id: 'É１２', email: null })
const jose = await given.addUser('José', 'Muñoz', { user_id: 'jose', email: 'jose@northgate.example' })
await given.addUser('René', 'Exact', { user_id: 'rene1' })
await given.addUser('Rene', 'Exact', { user_id: 'rene2' })
await given.addUser('محمد', 'علي', { user_id: 'محمد', email: null })
await given.addUser('Sue', 'Spended', { user_id: 'suspended', suspended_at: new Date() })
await given.addUser('Dee', 'Activated', { user_id: 'deactivated', deactivated_at: new Date() })
await given.addUser('Bin', 'Ned', { user_id: 'binned', deleted_at: new Date() })

test.each([
  ['exactly as stored', 'zoe@Clinic', 'Z••• Q•••'],
  ['in another case and with spaces', '  ZOE@clinic\u00a0', 'Z••• Q•••'],
  ['in full-width characters', 'ｚｏｅ＠clinic', 'Z••• Q•••'],
  ['stored in full-width characters', 'full@wide', 'Ｆ••• Ｗ•••'],
  ['in right-to-left script', 'محمد', 'م••• ع•••'],
  ['of no user', 'zoe', notFound],
  ['of a suspended user', 'suspended', notFound],
  ['of a deactivated user', 'deactivated', notFound],
  ['of a deleted user', 'binned', notFound],
  ['of 10,000 characters', 'z'.repeat(10_000), '422 invalid-input'],
  ['of 200 characters', 'z'.repeat(200), notFound],
  ['with a NUL character', 'zoe\0', '400 unreadable-text'],
  ['with an unpaired surrogate', 'zoe\ud800', '400 unreadable-text'],
  ['empty', ' ', notFound],
  ['with wildcard characters of searches', '%', notFound],
  ['with a closing quote', `' or true --`, notFound],
])('R93: looks up the user ID %s', async (_how, userId, found) => {
  expect(await nameOf(await standing({ fields: { ...none, userId: true } }), { userId })).toBe(found)
})

test.each([
  ['Zoë', 'Quist', 'Z••• Q•••'],
  ['zoe\u0308', ' QUIST ', 'Z••• Q•••'],
  ['Zoe', 'Quist', 'Z••• Q•••'],
  ['zoé', 'Quist', 'Z••• Q•••'],
  ['José', 'Munoz', 'J••• M•••'],
  ['Zoë', 'Twin', notFound],
  ['Jose\u0301', 'Mun\u0303oz', 'J••• M•••'],
  ['full', 'wide', 'Ｆ••• Ｗ•••'],
  ['René', 'Exact', 'R••• E•••'],
  ['Rene', 'Exact', 'R••• E•••'],
  ['Rène', 'Exact', notFound],
  ['Zoë', null, notFound],
  ['Sue', 'Spended', notFound],
])('R93: looks up the name %s %s, with or without combining characters', async (firstName, lastName, found) => {
  const visitor = await standing({ fields: { ...none, firstName: true, lastName: true } })
  expect(await nameOf(visitor, { firstName, lastName })).toBe(found)
})

test('finds a user by one name only if it is unique', async () => {
  const visitor = await standing({ fields: { ...none, lastName: true } })
  expect(await nameOf(visitor, { lastName: 'quist' })).toBe('Z••• Q•••')
  expect(await nameOf(visitor, { lastName: 'twin' })).toBe(notFound)
  expect(await nameOf(visitor, { lastName: 'qui%' })).toBe(notFound)
})

test('compares phone numbers as E.164, however they are written', async () => {
  const visitor = await standing({ fields: { ...none, phoneNumber: true } })
  expect(await nameOf(visitor, { phoneNumber: { countryCode: '49', mobileNumber: '0170 / 123 45-67' } })).toBe(
    'Z••• Q•••',
  )
  expect(await nameOf(visitor, { phoneNumber: { countryCode: '+49', mobileNumber: '1701234568' } })).toBe(notFound)
  expect(await nameOf(visitor, { phoneNumber: { countryCode: '999', mobileNumber: '1' } })).toBe(notFound)
})

test('reads extra attributes under the names that the page gives them', async () => {
  const settings = { fields: none, attributes: [{ from: 'attribute1', name: 'Badge colour' }] } as const
  const visitor = await standing({ ...settings, attributes: [...settings.attributes] })
  expect(await nameOf(visitor, { 'Badge colour': 'blue badge' })).toBe('Z••• Q•••')
  expect(await nameOf(visitor, { 'Badge colour': 'red badge' })).toBe(notFound)
  expect(await nameOf(visitor, { scim_attribute_1: 'blue badge' })).toBe(notFound)
  // The note that a secret is there identifies no user
  await given.addUser('Sec', 'Ret', { user_id: 'sec.ret', scim_attribute_4: secretSet })
  const asking = await standing({ fields: none, attributes: [{ from: 'attribute4', name: 'Personal code' }] })
  for (const typed of [secretSet, ' (SET)', '（ｓｅｔ）'])
    expect(await nameOf(asking, { 'Personal code': typed })).toBe(notFound)
})

test('the department is the organization unit of the user', async () => {
  const user = await given.addUser('Una', 'Unit', { user_id: 'una' })
  await testData(home).addUnit('Radiology', [user])
  const attributes = [{ from: 'department' as const, name: 'Ward' }]
  const alone = await standing({ fields: none, attributes })
  expect(await nameOf(alone, { Ward: 'radiology ' })).toBe('U••• U•••')
  const both = await standing({ fields: { ...none, userId: true }, attributes })
  expect(await nameOf(both, { userId: 'una', Ward: 'Radiology' })).toBe('U••• U•••')
  expect(await nameOf(both, { userId: 'jose', Ward: 'Radiology' })).toBe(notFound)
  const { body } = await both.ask(selfService.token, { userId: 'una', Ward: 'Radiology' })
  expect(body['person']).toEqual({ name: 'U••• U•••', department: 'Radiology' })
})

test('all requested fields must match one user, and none can be omitted', async () => {
  const visitor = await standing({ fields: { ...none, employeeId: true, lastName: true } })
  expect(await nameOf(visitor, { employeeId: 'e-77', lastName: 'Quist' })).toBe('Z••• Q•••')
  expect(await nameOf(visitor, { employeeId: 'é12', lastName: 'wide' })).toBe('Ｆ••• Ｗ•••')
  expect(await nameOf(visitor, { employeeId: 'E-77', lastName: 'Twin' })).toBe(notFound)
  expect(await nameOf(visitor, { employeeId: 'E-77' })).toBe(notFound)
  expect(await nameOf(visitor, { employeeId: 'E-77', lastName: 'Quist', userId: 'wrong' })).toBe('Z••• Q•••')
})

test('a page without fields finds no user', async () => {
  const visitor = await standing({ fields: none })
  expect(await nameOf(visitor, {})).toBe(notFound)
  expect(await nameOf(visitor, { userId: 'jose' })).toBe(notFound)
})

test('finds no user of another workspace', async () => {
  const { ownerElsewhere } = given
  const visitor = await standing({ fields: { ...none, userId: true } })
  expect(await nameOf(visitor, { userId: ownerElsewhere.email })).toBe(notFound)
})

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const real = pg.Client.prototype.query as (...all: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...all: unknown[]) {
    const { options } = (this as unknown as { connectionParameters: { options?: string } }).connectionParameters
    const [first] = all as [string | { text: string }]
    if (options?.includes('claviger_app')) texts.push(typeof first === 'string' ? first : first.text)
    return real.apply(this, all)
  })
  await work()
  spy.mockRestore()
  return texts
}

test('runs the same number of statements whether or not a user is found', async () => {
  const counts: number[] = []
  for (const userId of ['jose', 'notFound-at-all', 'suspended', 'x'.repeat(150), 'محمد', '']) {
    const visitor = await standing({ fields: { ...none, userId: true } })
    counts.push((await statementsOf(() => visitor.ask(selfService.token, { userId }))).length)
  }
  expect(new Set(counts).size, String(counts)).toBe(1)
})

test('a card reveals nothing about its holder: assigned and unassigned cards get the same response', async () => {
  const page = await addPage(home, { fields: { ...none, userId: true }, verificationType: 'selfConfirmation' })
  const first = await tapAt(home, page, 'C0FFEE')
  await first.tell(selfService.token, { userId: 'jose' })
  await first.tell(selfService.verify, {})
  await first.tell(selfService.enroll, { pin: '271828' })
  const answers: unknown[] = []
  const counts: number[] = []
  for (const cardId of ['C0FFEE', 'C0FFED']) {
    const visitor = await visitPage(home, page)
    await visitor.tell(selfService.start, { type: 0 })
    const work = async () => {
      const { cardIdDecimal: _own, ...rest } = await visitor.tell(selfService.lookup, {
        id: page,
        cardId,
        type: 'card',
      })
      answers.push(rest)
    }
    counts.push((await statementsOf(work)).length)
  }
  expect(answers[0]).toEqual(answers[1])
  expect(counts[0]).toBe(counts[1])
  expect(answers[0]).toMatchObject({ tokenAttribures: {}, redirectMsal: false, tokenId: null, signIn: null })
})

test('R80: where a card can identify its holder, it does so with a token valid for this visit only', async () => {
  const settings = { fields: { ...none, userId: true, employeeId: true }, cardNamesHolder: true } as const
  const page = await addPage(home, { ...settings, verificationType: 'selfConfirmation' })
  const visitor = await visitPage(home, page)
  await visitor.tell(selfService.start, { type: 1 })
  const { tokenAttribures: said } = await visitor.tell(selfService.lookup, { id: page, cardId: 'C0FFEE', type: 'card' })
  expect(Object.keys(said)).toEqual(['userId', 'employeeId'])
  expect(JSON.stringify(said)).not.toContain('jose')
  expect(await nameOf(visitor, said)).toBe('J••• M•••')
  const other = await tapAt(home, page, 'C0FFEE', 1)
  expect(await nameOf(other, said)).toBe(notFound)
  expect(await nameOf(other, { ...said, employeeId: '' })).toBe(notFound)
  await change(page, { settings: { cardNamesHolder: true } })
  const { tokenAttribures: again } = await other.tell(selfService.lookup, { id: page, cardId: 'C0FFEE', type: 'card' })
  await testData(home).suspend(jose)
  expect(await nameOf(other, again)).toBe(notFound)
  await testData(home).activate(jose)
})

test('an assigned card identifies its holder on a page without fields, and an unknown card does not', async () => {
  const settings = { fields: none, cardNamesHolder: true, verificationType: 'selfConfirmation' } as const
  const page = await addPage(home, { ...settings, fields: { ...none, userId: true } })
  const owner = await tapAt(home, page, 'C0FFEA')
  await owner.tell(selfService.token, { userId: 'zoe@Clinic' })
  await owner.tell(selfService.verify, {})
  await owner.tell(selfService.enroll, { pin: '271828' })
  const alone = await addPage(home, settings)
  expect(await nameOf(await tapAt(home, alone, 'C0FFEA', 1), {})).toBe('Z••• Q•••')
  expect(await nameOf(await tapAt(home, alone, 'C0FFEB', 1), {})).toBe(notFound)
})

test.each([
  // R77, G24: numbers in the address have the readers' format
  ['dec', 'query', '1234567890', '1234567890'],
  ['dec', 'query', '0001234567', '1234567'],
  ['dec', 'query', '0', '0'],
  ['dec', 'query', '12AB', 'card-unreadable'],
  ['dec', 'query', '9'.repeat(150), 'card-unreadable'],
  ['hex', 'query', 'D2029649', '1234567890'],
  ['hex', 'query', '04:A1:B2:00', '11706628'],
  ['none', 'query', '1234567890', '1234567890'],
  // Scanned numbers are already hexadecimal (R123, R128, R133)
  ['dec', 'card', 'D2029649', '1234567890'],
  ['dec', 'card', '04A1B200', '11706628'],
  ['dec', 'card', 'D2DE3C2465D044', '19369431234567890'],
  ['dec', 'card', 'XYZ', 'card-unreadable'],
  ['hex', 'card', '🙂', 'card-unreadable'],
  ['hex', 'card', 'A'.repeat(201), 'invalid-input'],
] as const)('a page with the reading format %s parses, from %s, %s', async (inputReadingFormat, type, cardId, said) => {
  const page = await addPage(home, { inputReadingFormat })
  const visitor = await visitPage(home, page)
  await visitor.tell(selfService.start, { type: 0 })
  const { body } = await visitor.ask(selfService.lookup, { id: page, cardId, type })
  expect(body['cardIdDecimal'] ?? body['code']).toBe(said)
})
