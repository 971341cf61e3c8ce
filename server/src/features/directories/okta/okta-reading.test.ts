import { afterAll, beforeEach, expect, test } from 'vitest'
import { oktaEmulator } from '#test/emulators/okta/okta.ts'
import { loadConfig } from '#platform/config.ts'
import { systemClock } from '#platform/clock.ts'
import { oktaWith } from '../cloud/cloud.okta.ts'
import type { SourceReading } from '../syncs/syncs.sources.ts'
import { readOkta } from './okta-reading.ts'
import { everyCall, loopback } from '#test/app/loopback.ts'

const emulator = await oktaEmulator()
afterAll(() => emulator.close())
const { directory } = emulator
emulator.tokens.set('shh', new Set(['okta.users.read', 'okta.groups.read']))
beforeEach(() => {
  emulator.wrongly = { pageSize: 2 }
})
const okta = oktaWith(
  { config: loadConfig({ ...loopback, PUBLIC_URL: 'http://localhost:8080' }), clock: systemClock, outgoing: everyCall },
  {
    workspace: 'w',
    id: 'a',
    version: 1,
    name: 'Okta',
    type: 'okta',
    tenant: '',
    client: '',
    address: emulator.address,
    certificate: '',
    secret: 'shh',
  },
)
const anna = directory.addUser('anna.adler@example.com', { employeeNumber: '7' })
const ben = directory.addUser('ben.berg@example.com', {}, 'SUSPENDED')
const left = directory.addUser('clara.conrad@example.com', {}, 'DEPROVISIONED')
const staff = directory.addGroup('Staff', [anna, ben, left])

const read = (settings = { scope: [] as { id: string; name: string }[], groups: true }, cursor: unknown = null) =>
  readOkta(okta, emulator.address, settings, { cursor, signal: AbortSignal.timeout(20_000) })
async function peopleOf(reading: SourceReading) {
  const people = []
  const gone = []
  for await (const page of reading.people()) {
    people.push(...page.people)
    gone.push(...page.gone)
  }
  return { people, gone, anchors: people.map(one => one.anchor).toSorted() }
}

test('reads all of an organization with statuses, groups, and members', async () => {
  const reading = read()
  const { people, anchors } = await peopleOf(reading)
  expect(reading.whole).toBe(true)
  expect(anchors).toEqual([anna, ben].toSorted())
  expect(people.find(one => one.anchor === anna)).toMatchObject({ active: true, attributes: { employeeNumber: '7' } })
  expect(people.find(one => one.anchor === ben)?.active).toBe(false)
  for await (const { groups } of reading.groups()) {
    expect(groups).toEqual([{ anchor: staff, name: 'Staff', description: '' }])
    const members = []
    for await (const page of reading.members({ anchor: staff, name: '', description: '' })) members.push(...page.add)
    expect(members.toSorted()).toEqual([anna, ben].toSorted())
  }
  expect((await peopleOf(read({ scope: [{ id: staff, name: 'Staff' }], groups: true }))).anchors).toEqual(anchors)
  for await (const { groups } of read({ scope: [], groups: false }).groups()) expect(groups).toEqual([])
})

test('a status that is not known states nothing, and a role attribute that is left out has no value', async () => {
  const odd = directory.addUser('odd.case@example.com', {}, 'ON_LEAVE' as never)
  const ask = { cursor: null, signal: AbortSignal.timeout(20_000), named: ['duty', 'employeeNumber'] }
  const { people } = await peopleOf(readOkta(okta, emulator.address, { scope: [], groups: false }, ask))
  const one = people.find(({ anchor }) => anchor === odd)
  expect(one?.active).toBeUndefined()
  expect(one?.attributes['duty']).toEqual([])
  expect(people.find(({ anchor }) => anchor === anna)?.attributes).toMatchObject({ employeeNumber: '7' })
  directory.change(odd, { status: 'DEPROVISIONED' })
})

test('reads changes, including deactivated users', async () => {
  const first = read()
  await peopleOf(first)
  const later = new Date(Date.now() + 60_000).toISOString()
  directory.change(anna, { status: 'DEPROVISIONED', lastUpdated: later })
  const second = read(undefined, first.cursor())
  expect(second.whole).toBe(false)
  expect((await peopleOf(second)).gone).toContain(anna)
  directory.change(anna, { status: 'ACTIVE' })
  expect(read(undefined, { organization: 'https://other.okta.com', after: later }).whole).toBe(true)
})

test('an unavailable index does not count as an empty organization', async () => {
  emulator.wrongly = { status: 403 }
  const reading = read()
  await expect(peopleOf(reading)).rejects.toThrow(/Okta answered 403/)
  expect(reading.cursor()).toBeNull()
})
