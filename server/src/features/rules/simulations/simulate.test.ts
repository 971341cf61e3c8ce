import { type PolicyContent, PolicyContent as Content } from '@claviger/contract/decide/policy-content'
import { simulations } from '@claviger/contract/rules/simulations'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newIdAt } from '#platform/ids.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const { addGroup } = testData(home)
const caller = as(given.owner.accessToken)

const draft = (more: object): { _id: null; content: PolicyContent } => ({
  _id: null,
  content: z.parse(Content, { name: 'Draft', priority: 1, action: 0, ...more }),
})

test('a simulation of a user, key, and site returns the policy chain with names', async () => {
  const id = await given.addUser('Simulated', 'Nurse')
  const group = await addGroup('Simulated nurses', [id])
  const key = await given.addKey(id, { kind: 2, name: 'Night badge' })
  const night = draft({
    name: 'Night shift only',
    action: 1,
    groups: [group],
    zone: 'Europe/Berlin',
    timeLimits: { spans: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '20:00', to: '06:00' }] },
  })
  const drafts = [night, draft({ name: 'Nobody else', priority: 2, securityKeyDeviceType: [2] })]
  const facts = { user: id, key, rp: 'office.example', at: '2026-11-24T13:20:00.000Z' }
  const answer = await caller.tell(simulations.simulate, { facts, drafts })
  expect(answer).toMatchObject({ allowed: false, policy: 'draft-1' })
  expect(answer.steps.map(({ name, applies }) => [name, applies])).toEqual([
    ['Night shift only', false],
    ['Nobody else', true],
  ])
  expect(answer.steps[0]?.conditions).toContainEqual({
    condition: 'timeLimits',
    met: false,
    unknown: false,
    unknowable: false,
  })
  expect(answer.names).toEqual(
    expect.arrayContaining([
      { id, name: 'Simulated Nurse' },
      { id: key, name: 'Night badge' },
      { id: group, name: 'Simulated nurses' },
    ]),
  )
  const atNight = await caller.tell(simulations.simulate, {
    facts: { ...facts, at: '2026-11-24T19:00:00.000Z' },
    drafts,
  })
  expect(atNight).toMatchObject({ allowed: true, policy: 'draft-0' })
})

test('an open fact lists the values that would change the decision', async () => {
  const drafts = [
    draft({ ipRestriction: { values: ['10.0.0.0/8'], unknown: false }, rpRestriction: { values: ['office.example'] } }),
  ]
  const about = async (facts: object) => {
    const { allowed, open } = await caller.tell(simulations.simulate, {
      facts: { user: given.user.id, ...facts },
      drafts,
    })
    return { allowed, open: Object.fromEntries(open.map(({ fact, values }) => [fact, values.map(one => one.value)])) }
  }
  expect(await about({ rp: 'bank.example' })).toEqual({ allowed: true, open: {} })
  expect(await about({ rp: 'office.example' })).toEqual({ allowed: true, open: { ip: ['10.0.0.0'] } })
  expect(await about({ ip: '10.7.7.7', rp: 'mail.office.example' })).toEqual({ allowed: false, open: {} })
  const { allowed, open } = await about({ ip: '10.7.7.7' })
  expect(allowed).toBe(false)
  expect(open['rp']).toEqual(['elsewhere.invalid'])
})

test('users, key kinds, times, and countries that would change the decision have names', async () => {
  const other = await given.addUser('Somebody', 'Named')
  const values = async (content: object, facts: object = { user: given.user.id }) => {
    const { open } = await caller.tell(simulations.simulate, { facts, drafts: [draft(content)] })
    return open.map(({ fact, values: all }) => [fact, all.map(({ name, allowed }) => `${name} ${allowed}`)])
  }
  expect(await values({ users: [other], action: 1 }, {})).toEqual([])
  expect(await values({ users: [other] }, { keyKind: 3 })).toEqual([['user', ['any other true']]])
  expect(await values({ securityKeyDeviceType: [1, 2] })).toEqual([
    ['keyKind', ['Hardware key true', 'Smart card true', 'Fingerprint true']],
  ])
  expect(await values({ locationRestriction: { countries: ['AT'], unknown: false } })).toEqual([
    ['country', ['Austria false']],
  ])
})

test('an entry point implies its own site, and facts that it never has are not requested', async () => {
  const values = [new URL(world.config.publicUrl).hostname]
  const about = async (content: object, facts: object) => {
    const { allowed, exempt, open } = await caller.tell(simulations.simulate, { facts, drafts: [draft(content)] })
    return { allowed, exempt, open: open.map(({ fact }) => fact) }
  }
  const refused = { allowed: false, exempt: false }
  const saml = { user: given.user.id, entry: 'saml' }
  expect(await about({ rpRestriction: { values } }, saml)).toEqual({ ...refused, open: [] })
  expect(await about({ rpRestriction: { values: ['other.example'] } }, saml)).toMatchObject({ allowed: true, open: [] })
  expect(await about({ devices: { values: [given.user.id] } }, saml)).toMatchObject({ allowed: true, open: [] })
  const computer = { user: given.user.id, entry: 'computer' }
  expect(await about({ devices: { values: [given.user.id] } }, computer)).toEqual({ ...refused, open: ['device'] })
})

test('an administrator is exempt only where sign-ins exempt administrators', async () => {
  const blocks = async (user: string, entry: string, account = user) => {
    const { allowed, exempt } = await caller.tell(simulations.simulate, {
      facts: { user, entry, account } as never,
      drafts: [draft({})],
    })
    return { allowed, exempt }
  }
  expect(await blocks(given.owner.id, 'own-passkey')).toEqual({ allowed: true, exempt: true })
  expect(await blocks(given.owner.id, 'own-passkey', given.user.id)).toEqual({ allowed: false, exempt: false })
  expect(await blocks(given.owner.id, 'saml')).toEqual({ allowed: false, exempt: false })
  expect(await blocks(given.user.id, 'own-passkey')).toEqual({ allowed: false, exempt: false })
})

test('unknown users and keys are not found', async () => {
  const nobody = '00000000-0000-4000-8000-000000000001'
  for (const facts of [{ user: nobody }, { key: nobody }, { user: given.ownerElsewhere.id }])
    expect((await caller.ask(simulations.simulate, { facts })).status).toBe(404)
})

test('a log entry provides its recorded facts', async () => {
  const id = newIdAt(clock.now())
  const facts = { user: given.user.id, rp: 'office.example', ip: '192.0.2.9' }
  await world.superPool.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_name, decision)
     values ($1, $2, $3, 'use', 'access-key.used', 1, 'Somebody', $4)`,
    [
      given.owner.workspace,
      id,
      clock.now(),
      JSON.stringify({ policy: null, version: 0, set: 0, allowed: true, facts }),
    ],
  )
  const found = await caller.tell(simulations.factsOf, { activity: id })
  expect(found.facts).toEqual(facts)
  expect(found.names).toEqual([{ id: given.user.id, name: given.user.name }])
  const elsewhere = as(given.ownerElsewhere.accessToken)
  expect((await elsewhere.ask(simulations.factsOf, { activity: id })).status).toBe(404)
  expect((await caller.ask(simulations.factsOf, { activity: given.user.id })).status).toBe(404)
})

test('IDs resolve to names only in their own workspace', async () => {
  const { items } = await caller.tell(simulations.named, { ids: [given.user.id, given.ownerElsewhere.id] })
  expect(items).toEqual([{ id: given.user.id, name: given.user.name }])
})
