import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { selfService } from '@claviger/contract/access/self-service'
import type { PageSettingsInput } from '@claviger/contract/access/self-service-settings/page-settings'
import { beforeEach, expect, test } from 'vitest'
import { addPage, pageHelpers, tapAt } from '../api/card-page.ts'
import { startTestApp } from '../app/test-app.ts'

const home = await startTestApp()
const { as, given } = home
const admin = as(given.administrator.accessToken)
beforeEach(pageHelpers(home).forgetTries)

let count = 0
const person = () => {
  const n = ++count
  return { userId: `person.${n}`, firstName: 'Pia', lastName: `Person ${n}`, email: `person.${n}@northgate.example` }
}

test('a user is found in the assigned groups and units, and no longer after removal', async () => {
  const group = (await admin.tell(groups.create, { name: 'Put in' })).id
  const unit = (await admin.tell(units.create, { name: 'Put in' })).id
  const wish = person()
  const { id } = await admin.tell(users.create, { ...wish, groups: [group], organizationUnits: [unit] })
  const found = async () => [
    (await admin.tell(users.list, { group })).items.map(one => one.id),
    (await admin.tell(users.list, { unit })).items.map(one => one.id),
    (await admin.tell(groups.get, { groupId: group })).userCount,
  ]
  expect(await found()).toEqual([[id], [id], 1])
  await admin.tell(users.update, { id, ...wish, groups: [], organizationUnits: [] })
  expect(await found()).toEqual([[], [], 0])
})

const none = { userId: false, employeeId: false, firstName: false, lastName: false, phoneNumber: false }
const asks = (field: keyof typeof none): PageSettingsInput => ({ fields: { ...none, [field]: true } })
const attributes = ['scimAttribute1', 'scimAttribute2', 'scimAttribute3', 'scimAttribute4', 'scimAttribute5'] as const
const phone = (end: string) => ({ countryCode: '+49', mobileNumber: `17012345${end}` })

interface Case {
  before: unknown
  after: unknown
  settings: PageSettingsInput
  typed?: string
}
const cases: Record<string, Case> = {
  userId: { before: 'login.before', after: 'login.after', settings: asks('userId') },
  employeeId: { before: 'E-before', after: 'E-after', settings: asks('employeeId') },
  firstName: { before: 'Beforina', after: 'Afterina', settings: asks('firstName') },
  lastName: { before: 'Beforson', after: 'Afterson', settings: asks('lastName') },
  phoneNumber: { before: phone('01'), after: phone('02'), settings: asks('phoneNumber') },
  ...Object.fromEntries(
    attributes.map((name, n) => {
      const from = `attribute${n + 1}` as 'attribute1'
      return [
        name,
        {
          before: `before ${n}`,
          after: `after ${n}`,
          settings: { fields: none, attributes: [{ from, name: 'Badge' }] },
          typed: 'Badge',
        },
      ]
    }),
  ),
}

test.each(Object.keys(cases))(
  'a card page finds a user by the latest value, not by an earlier one: %s',
  async field => {
    const { before, after, settings, typed = field } = cases[field] as Case
    const wish = person()
    const { id } = await admin.tell(users.create, { ...wish, [field]: before })
    const page = await addPage(home, { verificationType: 'selfConfirmation', limits: { card: 100 }, ...settings })
    const visitor = await tapAt(home, page, (0xc0ffe0 + count).toString(16))
    const found = async (value: unknown) => (await visitor.ask(selfService.token, { [typed]: value })).status
    expect([await found(before), await found(after)]).toEqual([200, 404])
    await admin.tell(users.update, { id, ...wish, [field]: after })
    expect([await found(before), await found(after)]).toEqual([404, 200])
  },
)
