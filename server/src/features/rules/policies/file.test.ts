import { groups } from '@claviger/contract/people/groups'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { policies } from '@claviger/contract/rules/policies'
import { strengths } from '@claviger/contract/decide/strengths'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { as, given } = home
const owner = as(given.owner.accessToken)
const elsewhere = as(given.ownerElsewhere.accessToken)

const fileOf = async (format: 'json' | 'csv', accessToken = given.owner.accessToken) =>
  (
    await home.app.inject({
      url: `/administrator/policies/file?format=${format}`,
      headers: { authorization: accessToken },
    })
  ).body
const look = (text: string, by = owner) => by.tell(policies.takeIn, { text, apply: false })
const outcomes = ({ items }: Awaited<ReturnType<typeof look>>) => items.map(one => [one.kind, one.name, one.outcome])

let count = 0
async function made() {
  const number = ++count
  const [name, inside, nights] = [`Nights inside ${number}`, `Inside ${number}`, `Night shift ${number}`]
  const { id: group } = await owner.tell(groups.create, { name: nights })
  const list = await owner.tell(namedLists.create, {
    name: inside,
    type: 1,
    entries: [{ value: '10.0.0.0/8', label: 'All wards' }],
  })
  const policy = await owner.tell(policies.create, {
    name,
    priority: number * 10,
    action: 1,
    groups: [group],
    users: [given.user.id],
    ipRestriction: { lists: [list.namedListId] },
    timeLimits: { spans: [{ days: [1, 2], from: '20:00', to: '06:00' }] },
  })
  const whole = JSON.parse(await fileOf('json')) as File
  const file = {
    ...whole,
    lists: whole.lists.filter(one => one.name === inside),
    policies: whole.policies.filter(one => one.name === name),
  }
  return { name, inside, nights, list, policy, file }
}

interface File {
  format: string
  version: number
  lists: { name: string; entries: object[] }[]
  policies: { name: string }[]
}

test('an exported file names everything that its policies refer to, and reimporting it changes nothing', async () => {
  const { name, inside, nights, file } = await made()
  expect(file).toMatchObject({
    format: 'claviger-access-policies',
    lists: [{ name: inside, entries: [{ value: '10.0.0.0/8', label: 'All wards' }] }],
    policies: [{ groups: [nights], users: [given.user.email], ipRestriction: { lists: [inside] } }],
  })
  const text = JSON.stringify(file)
  expect(outcomes(await look(text))).toEqual([
    ['list', inside, 'same'],
    ['policy', name, 'same'],
  ])
  const { set } = await owner.tell(policies.inForce)
  await owner.tell(policies.takeIn, { text, apply: true })
  expect((await owner.tell(policies.inForce)).set).toBe(set)
})

test('a file imports into another workspace only if everything that it names exists there', async () => {
  const { name, inside, nights, file } = await made()
  const text = JSON.stringify(file).replace(`"${given.user.email}"`, `"${given.ownerElsewhere.email}"`)
  const before = await look(text, elsewhere)
  expect(outcomes(before)).toEqual([
    ['list', inside, 'new'],
    ['policy', name, 'wrong'],
  ])
  expect(before.items[1]?.reason).toContain(nights)
  expect(await elsewhere.ask(policies.takeIn, { text, apply: true })).toMatchObject({
    status: 422,
    body: { code: 'file-format', message: expect.stringContaining(nights) },
  })
  expect((await elsewhere.tell(namedLists.list)).total).toBe(0)
  const there = await elsewhere.tell(groups.create, { name: nights })
  expect(outcomes(await elsewhere.tell(policies.takeIn, { text, apply: true }))[1]?.[2]).toBe('new')
  const [taken] = (await elsewhere.tell(policies.firstList)).items
  const [list] = (await elsewhere.tell(namedLists.list)).items
  expect(taken).toMatchObject({
    groups: [there.id],
    users: [given.ownerElsewhere.id],
    ipRestriction: { lists: [list?.namedListId] },
  })
  expect(outcomes(await look(text, elsewhere)).map(one => one[2])).toEqual(['same', 'same'])
})

test('an import updates policies that differ as their next version', async () => {
  const { name, list, policy, file } = await made()
  const text = JSON.stringify({
    ...file,
    lists: [{ ...file.lists[0], entries: [{ value: '192.0.2.0/24' }] }],
    policies: [
      { ...file.policies[0], description: 'Later' },
      { ...file.policies[0], name: `${name} too`, priority: policy.priority + 1 },
    ],
  })
  expect(outcomes(await look(text)).map(one => one[2])).toEqual(['changed', 'changed', 'new'])
  await owner.tell(policies.takeIn, { text, apply: true })
  expect((await owner.tell(policies.list, { search: name })).items).toMatchObject([
    { name, version: 2, description: 'Later' },
    { name: `${name} too`, version: 1 },
  ])
  expect(await owner.tell(namedLists.get, { namedListId: list.namedListId })).toMatchObject({ version: 2, policies: 2 })
})

test('a custom strength is exported by its name, and a preset stays a preset', async () => {
  const ward = { name: 'Ward sign-in', level: 'multi-factor' as const }
  const { strengthId } = await owner.tell(strengths.create, ward)
  const own = { name: 'With a strength', priority: 700, action: 1 as const, demands: { strength: strengthId } }
  await owner.tell(policies.create, own)
  await owner.tell(policies.create, {
    name: 'With a preset',
    priority: 701,
    action: 1,
    users: [given.user.id],
    demands: { strength: 'phishing-resistant' },
  })
  const whole = JSON.parse(await fileOf('json')) as File
  const file = { ...whole, lists: [], policies: whole.policies.filter(({ name }) => name.startsWith('With a ')) }
  expect(file.policies).toMatchObject([
    { demands: { strength: ward.name } },
    { users: [given.user.email], demands: { strength: 'phishing-resistant' } },
  ])
  const text = JSON.stringify(file).replace(`"${given.user.email}"`, `"${given.ownerElsewhere.email}"`)
  expect(outcomes(await look(JSON.stringify(file))).map(one => one[2])).toEqual(['same', 'same'])
  expect((await look(text, elsewhere)).items[0]?.reason).toContain(ward.name)
  const there = await elsewhere.tell(strengths.create, ward)
  expect(outcomes(await look(text, elsewhere)).map(one => one[2])).toEqual(['new', 'new'])
  await elsewhere.tell(policies.takeIn, { text, apply: true, lockOutSeen: true })
  const [taken] = (await elsewhere.tell(policies.list, { search: own.name })).items
  const stored = await elsewhere.tell(policies.get, { _id: taken?._id ?? '' })
  expect(stored.demands.strength).toBe(there.strengthId)
})

test('each error in a file is reported separately', async () => {
  const { inside } = await made()
  const one = { name: 'One', priority: 500, action: 0 }
  const { items } = await look(
    JSON.stringify({
      format: 'claviger-access-policies',
      version: 1,
      lists: [
        { name: 'Bad', type: 1, entries: [{ value: '10.0.0.1' }, { value: '10.2.3.4/8' }] },
        { name: inside.toLowerCase(), type: 3, entries: [] },
        { name: 'No type', entries: [] },
      ],
      policies: [
        one,
        { ...one, name: 'Two' },
        { ...one, priority: 501 },
        { ...one, name: 'Zone', priority: 502, zone: 'Mars/Olympus' },
        { ...one, name: 'By sites', priority: 503, rpRestriction: { lists: [inside] } },
        { name: 'Bare' },
        7,
      ],
    }),
  )
  expect(items.map(item => [item.name, item.outcome])).toEqual([
    ['Bad', 'wrong'],
    [inside.toLowerCase(), 'wrong'],
    ['No type', 'wrong'],
    ['One', 'new'],
    ['Two', 'wrong'],
    ['One', 'wrong'],
    ['Zone', 'wrong'],
    ['By sites', 'wrong'],
    ['Bare', 'wrong'],
    ['', 'wrong'],
  ])
  expect(items[0]?.reason).toMatch(/^Entry 2: .*10\.0\.0\.0\/8/)
  expect(items[4]?.reason).toBe('“One” already has this priority')
  for (const text of ['', '{', '[]', '{"format":"other"}'])
    expect(await owner.ask(policies.takeIn, { text, apply: true })).toMatchObject({
      status: 422,
      body: { code: 'file-format' },
    })
})

test('the CSV export is a human-readable table', async () => {
  const { name, inside, policy } = await made()
  const [head, ...lines] = (await fileOf('csv')).split('\r\n')
  expect(head).toContain('Priority,Name,Description,Action,Status,Time zone,Users')
  const line = lines.find(one => one.startsWith(`${policy.priority},${name},`))
  expect(line).toContain(`${name},,Allow,On,UTC,${given.user.email}`)
  expect(line).toContain('Mon Tue 20:00-06:00')
  expect(line).toContain(inside)
})
