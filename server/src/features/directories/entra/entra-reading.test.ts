import { afterAll, beforeEach, expect, test } from 'vitest'
import type { EntraSettings } from '@claviger/contract/directories/entra'
import { entraEmulator } from '#test/emulators/entra/entra.ts'
import { loadConfig } from '#platform/config.ts'
import { systemClock } from '#platform/clock.ts'
import { graphWith } from '../cloud/cloud.graph.ts'
import { SourceFailure } from '../syncs/syncs.sources.ts'
import { readEntra } from './entra-reading.ts'
import { everyCall, loopback } from '#test/app/loopback.ts'

const entra = await entraEmulator()
afterAll(() => entra.close())
const { directory } = entra
const client = '0d9c1a52-3f5b-4d0a-8c38-2b1a4c7d9e10'
entra.clients.set(client, {
  name: 'Claviger',
  secret: 'shh',
  roles: new Set(['User.Read.All', 'GroupMember.Read.All', 'AdministrativeUnit.Read.All']),
})
beforeEach(() => {
  entra.wrongly = {}
})
const config = loadConfig({ ...loopback, PUBLIC_URL: 'http://localhost:8080' })
const graph = graphWith(
  { config, clock: systemClock, outgoing: everyCall },
  {
    workspace: 'w',
    id: 'a',
    version: 1,
    name: 'Entra',
    type: 'azure',
    tenant: entra.tenant,
    client,
    address: entra.address,
    certificate: '',
    secret: 'shh',
  },
)
const anna = directory.addUser('anna.adler@example.com', {
  businessPhones: ['+49 1', '+49 2'],
  onPremisesExtensionAttributes: { extensionAttribute1: 'card-7' },
})
const ben = directory.addUser('ben.berg@example.com', { accountEnabled: false })
const guest = directory.addUser('guest_elsewhere.example#ext#@example.com', { userType: 'Guest' })
const clara = directory.addUser('clara.conrad@example.com')
const inner = directory.addGroup('Inner', [ben, clara])
const outer = directory.addGroup('Outer', [anna, inner])
directory.setMembers(inner, [ben, clara, outer])
const unit = directory.addUnit('Clinic', [anna, inner])

const all: EntraSettings = { scope: { by: 'all' }, guests: false, groups: true }
const read = (settings = all, cursor: unknown = null, only?: { groups?: string[]; users?: string[] }) =>
  readEntra(graph, entra.tenant, settings, { cursor, signal: AbortSignal.timeout(20_000), ...(only && { only }) })
type Readings = Awaited<ReturnType<typeof read>>
async function peopleOf(reading: Readings) {
  const people = []
  const gone = []
  for await (const page of reading.people()) {
    people.push(...page.people)
    gone.push(...page.gone)
  }
  return { people, gone, anchors: people.map(one => one.anchor).toSorted() }
}
async function groupsOf(reading: Readings) {
  const found: Record<string, string[]> = {}
  for await (const { groups } of reading.groups())
    for (const group of groups) {
      const members = []
      for await (const page of reading.members(group)) members.push(...page.add)
      found[group.name] = members.toSorted()
    }
  return found
}

test('reads all of a tenant: users with attributes, disabled accounts, and groups with nested members', async () => {
  const reading = await read()
  const { people, anchors } = await peopleOf(reading)
  expect(reading.whole).toBe(true)
  expect(anchors).toEqual([anna, ben, clara].toSorted())
  expect(people.find(one => one.anchor === anna)).toMatchObject({
    active: true,
    attributes: { givenName: 'Anna', businessPhones: ['+49 1', '+49 2'], extensionAttribute1: 'card-7' },
  })
  expect(people.find(one => one.anchor === ben)?.active).toBe(false)
  expect(await groupsOf(reading)).toEqual({
    Inner: [anna, ben, clara].toSorted(),
    Outer: [anna, ben, clara].toSorted(),
  })
  expect((await peopleOf(await read({ ...all, guests: true }))).anchors).toContain(guest)
  directory.change(clara, { accountEnabled: null, department: null })
  const silent = (await peopleOf(await read())).people.find(one => one.anchor === clara)
  expect(silent?.active).toBeUndefined()
  expect(silent?.attributes['department']).toEqual([])
  directory.change(clara, { accountEnabled: true })
})

test('reads changes: changed, disabled, removed, and now guest; and all again if the token is unknown', async () => {
  const first = await read()
  await peopleOf(first)
  const dora = directory.addUser('dora.dorn@example.com')
  const emil = directory.addUser('emil.ebert@example.com')
  directory.change(clara, { jobTitle: 'Doctor' })
  const second = await read(all, first.cursor())
  expect(second.whole).toBe(false)
  expect((await peopleOf(second)).anchors).toEqual([clara, dora, emil].toSorted())
  directory.remove(dora)
  directory.change(emil, { userType: 'Guest' })
  const third = await read(all, second.cursor())
  expect(await peopleOf(third)).toMatchObject({ people: [], gone: [dora, emil] })
  directory.forgotten = directory.changes + 1
  const fourth = await read(all, third.cursor())
  expect(fourth.whole).toBe(true)
  expect((await peopleOf(fourth)).anchors).toEqual([anna, ben, clara].toSorted())
  directory.forgotten = 0
  expect((await read(all, { tenant: 'another', users: 'https://evil.example' })).whole).toBe(true)
})

test('reads changed groups, groups that contain them, and removed groups', async () => {
  const first = await read()
  await peopleOf(first)
  await groupsOf(first)
  const second = await read(all, first.cursor())
  await peopleOf(second)
  expect(await groupsOf(second)).toEqual({})
  const other = directory.addGroup('Other', [ben])
  directory.setMembers(inner, [ben, outer])
  const third = await read(all, second.cursor())
  await peopleOf(third)
  expect(await groupsOf(third)).toEqual({
    Inner: [anna, ben].toSorted(),
    Outer: [anna, ben].toSorted(),
    Other: [ben],
  })
  directory.change(other, { displayName: 'Another' })
  directory.setMembers(inner, [ben, clara, outer])
  const fourth = await read(all, third.cursor())
  await peopleOf(fourth)
  expect(Object.keys(await groupsOf(fourth)).toSorted()).toEqual(['Another', 'Inner', 'Outer'])
  directory.remove(other)
  const fifth = await read(all, fourth.cursor())
  await peopleOf(fifth)
  const gone = []
  for await (const page of fifth.groups()) gone.push(...page.gone)
  expect(gone).toEqual([other])
})

test('reads users of groups, of an administrative unit, and chosen users', async () => {
  const ofGroups = await read({
    ...all,
    scope: {
      by: 'groups',
      groups: [
        { id: inner, name: '' },
        { id: outer, name: '' },
      ],
    },
  })
  expect((await peopleOf(ofGroups)).anchors).toEqual([anna, ben, clara].toSorted())
  expect(ofGroups.cursor()).toBeNull()
  const ofUnit = await read({ ...all, scope: { by: 'unit', unit: { id: unit, name: 'Clinic' } } })
  expect((await peopleOf(ofUnit)).anchors).toEqual([anna])
  expect(Object.keys(await groupsOf(ofUnit))).toEqual(['Inner'])
  expect(await groupsOf(await read({ ...all, groups: false }))).toEqual({})
  const chosen = await read(all, null, { users: [clara], groups: [] })
  expect(chosen.whole).toBe(false)
  expect((await peopleOf(chosen)).anchors).toEqual([clara])
})

test.each([
  ['away', { status: 503 }, /./],
  ['not readable with the granted permissions', { status: 403 }, /403/],
])('a directory that is %s does not count as empty', async (_what, wrongly, says) => {
  entra.wrongly = wrongly
  const signal = AbortSignal.timeout(1500)
  const reading = await readEntra(graph, entra.tenant, all, { cursor: null, signal }).catch((error: unknown) => error)
  if (reading instanceof Error) throw reading
  await expect(peopleOf(reading as Readings)).rejects.toThrow(says)
})

const nowhere = '00000000-0000-4000-8000-000000000000'
test('a removed group of the scope stops the read', async () => {
  const scope = { by: 'groups' as const, groups: [{ id: nowhere, name: 'No longer in the directory' }] }
  await expect(peopleOf(await read({ ...all, scope }))).rejects.toThrow(SourceFailure)
})
