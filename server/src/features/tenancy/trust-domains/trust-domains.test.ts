import { activity } from '@claviger/contract/oversight/activity'
import { trustDomains as domains, type TrustDomain } from '@claviger/contract/tenancy/trust-domains'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { afterAll, describe, expect, test } from 'vitest'
import { dnsServer } from '#test/emulators/dns.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { days } from '#platform/clock.ts'
import { checkTrustDomains } from './trust-domains.jobs.ts'

const dns = await dnsServer()
afterAll(dns.close)
const { as, given, world, clock } = await startTestApp({ DNS_SERVER: dns.address })
const north = as(given.administrator.accessToken)
const south = as(given.ownerElsewhere.accessToken)
const superAdmin = as(given.superAdmin.accessToken)

const prove = ({ record }: TrustDomain) => dns.says.set(record.name, ['v=spf1 -all', record.value])
const seen = async (id: string) =>
  (await as((await given.session(given.readOnly)).accessToken).tell(domains.list)).items.find(one => one.id === id)
const daily = () => checkTrustDomains.work(world, {})

test('a domain is added with its proof, verified by its TXT record, and listed in the details (R198)', async () => {
  const made = await north.tell(domains.create, { domain: ' Northgate.example. ' })
  expect(made).toMatchObject({ domain: 'northgate.example', status: 0, decided: false, checkedAt: null })
  expect(made.record.name).toBe('_claviger.northgate.example')
  expect(made.record.value).toMatch(/^claviger-verification=[\w-]{32}$/)
  expect(await north.tell(domains.check, { id: made.id })).toMatchObject({
    status: 2,
    reason: expect.stringContaining("wasn't found"),
  })
  dns.says.set(made.record.name, ['claviger-verification=of-somebody-else'])
  expect(await north.tell(domains.check, { id: made.id })).toMatchObject({
    reason: expect.stringContaining('its value is different'),
  })
  prove(made)
  const verified = await north.tell(domains.check, { id: made.id })
  expect(verified).toMatchObject({ status: 1, reason: null, verifiedAt: clock.now().toISOString() })
  expect((await north.tell(workspaceSettings.details)).trustDomains).toContainEqual(verified)
  const { items } = await as(given.owner.accessToken).tell(activity.list, {
    action: 'trust-domain.checked',
    search: 'northgate.example',
  })
  expect(items[0]).toMatchObject({
    before: { status: 'not verified' },
    after: { status: 'verified' },
    actorName: 'Grace Hopper',
  })
})

test('a DNS timeout or error decides nothing, and a later check can', async () => {
  const made = await north.tell(domains.create, { domain: 'slow.example' })
  dns.says.set(made.record.name, 'fault')
  expect(await north.tell(domains.check, { id: made.id })).toMatchObject({
    status: 0,
    reason: expect.stringContaining("didn't respond"),
  })
  prove(made)
  await north.tell(domains.check, { id: made.id })
  dns.says.set(made.record.name, 'silence')
  const begun = performance.now()
  expect(await north.tell(domains.check, { id: made.id })).toMatchObject({ status: 1 })
  expect(performance.now() - begun).toBeLessThan(12_000)
  dns.says.set(made.record.name, 'nothing')
  expect(await north.tell(domains.check, { id: made.id })).toMatchObject({ status: 2, verifiedAt: null })
  dns.says.set(made.record.name, 'fault')
  expect(await north.tell(domains.check, { id: made.id })).toMatchObject({ status: 0 })
})

describe('across workspaces', () => {
  test('several can add a domain, one can verify it, and the others are notified', async () => {
    const ours = await north.tell(domains.create, { domain: 'contested.example' })
    const theirs = await south.tell(domains.create, { domain: 'contested.example' })
    expect(theirs.record.value).not.toBe(ours.record.value)
    dns.says.set(ours.record.name, [ours.record.value, theirs.record.value])
    const answers = await Promise.all([
      north.ask(domains.check, { id: ours.id }),
      south.ask(domains.check, { id: theirs.id }),
    ])
    for (const [who, { id }] of [
      [north, ours],
      [south, theirs],
    ] as const)
      await who.ask(domains.check, { id })
    const { items } = await superAdmin.tell(domains.all, { search: 'contested' })
    expect(items.map(one => one.status).toSorted((a, b) => a - b)).toEqual([1, 2])
    expect(items.find(one => one.status === 2)?.reason).toBe('Another workspace has verified this domain')
    expect(answers).toHaveLength(2)
    const third = await as(given.owner.accessToken).ask(domains.create, { domain: 'contested.example' })
    expect(third).toMatchObject({ status: 409 })
  })
  test('domains of others are neither visible nor changeable', async () => {
    const { id } = await south.tell(domains.create, { domain: 'southern.example' })
    expect((await north.tell(domains.list)).items.map(one => one.id)).not.toContain(id)
    for (const endpoint of [domains.check, domains.remove]) {
      expect(await north.ask(endpoint, { id })).toMatchObject({ status: 404 })
    }
  })
})

test('a duplicate domain is refused, and a removed one can be added again', async () => {
  const { id } = await north.tell(domains.create, { domain: 'twice.example' })
  const again = await north.ask(domains.create, { domain: 'TWICE.example' })
  expect(again).toMatchObject({ status: 409, body: { code: 'domain-listed' } })
  await north.tell(domains.remove, { id })
  expect(await north.ask(domains.remove, { id })).toMatchObject({ status: 404 })
  expect(await north.tell(domains.create, { domain: 'twice.example' })).toMatchObject({ status: 0 })
})

test.each([
  ['nothing', '', 'Domain is required'],
  ['a name without a dot', 'localhost', 'Enter a domain, such as example.org'],
  ['an email address', 'https://example.org/x', 'Enter a domain, such as example.org'],
  ['an IP address', '192.0.2.1', 'Enter a domain, such as example.org'],
  ['a hyphen at the start or end', '-a.example', 'Enter a domain, such as example.org'],
  ['an email provider', 'gmail.com', "This domain belongs to a public email provider and can't be added"],
  ['254 characters', `${'a.'.repeat(123)}example1`, 'Use at most 253 characters'],
])('%s is not a domain', async (_what, domain, message) => {
  expect(await north.ask(domains.create, { domain })).toMatchObject({ status: 422, body: { message } })
})

test('a domain in another script is stored in its DNS form', async () => {
  expect(await north.tell(domains.create, { domain: 'Bücher.example' })).toMatchObject({
    domain: 'xn--bcher-kva.example',
  })
})

test('a super administrator lists, decides, and reverts, and a decision overrides the DNS', async () => {
  const made = await south.tell(domains.create, { domain: 'decided.example' })
  prove(made)
  const { items } = await superAdmin.tell(domains.all, { search: 'southgate', status: 0 })
  expect(items.find(one => one.id === made.id)).toMatchObject({ workspace: { name: 'Southgate Clinic' } })
  expect(await superAdmin.tell(domains.decide, { id: made.id, status: 2 })).toMatchObject({ status: 2, decided: true })
  expect(await south.ask(domains.check, { id: made.id })).toMatchObject({
    status: 409,
    body: { code: 'domain-decided' },
  })
  await daily()
  expect((await south.tell(domains.list)).items.find(one => one.id === made.id)).toMatchObject({
    status: 2,
    decided: true,
  })
  await superAdmin.tell(domains.decide, { id: made.id, status: 0 })
  expect(await south.tell(domains.check, { id: made.id })).toMatchObject({ status: 1 })
  const ours = await superAdmin.tell(domains.createFor, { id: given.owner.workspace, domain: 'helped.example' })
  const theirs = await superAdmin.tell(domains.createFor, {
    id: given.ownerElsewhere.workspace,
    domain: 'helped.example',
  })
  await superAdmin.tell(domains.decide, { id: ours.id, status: 1 })
  expect(await superAdmin.ask(domains.decide, { id: theirs.id, status: 1 })).toMatchObject({
    body: { code: 'domain-taken' },
  })
  await superAdmin.tell(domains.decide, { id: ours.id, status: 2 })
  expect(await superAdmin.tell(domains.decide, { id: theirs.id, status: 1 })).toMatchObject({ status: 1 })
  const listed = await superAdmin.tell(domains.ofWorkspace, { id: given.owner.workspace })
  expect(listed.items.map(one => one.id)).toContain(ours.id)
  await superAdmin.tell(domains.removeFrom, { id: given.ownerElsewhere.workspace, domainId: theirs.id })
  expect(await superAdmin.ask(domains.ofWorkspace, { id: theirs.id })).toMatchObject({ status: 404 })
  const log = await as(given.ownerElsewhere.accessToken).tell(activity.list, { action: 'trust-domain.decided' })
  expect(log.items.at(-1)).toMatchObject({ actorName: 'Sue Per', after: { status: 'not verified', byHand: true } })
})

test('the daily check gives a new domain one week, and detects a removed proof', async () => {
  const fresh = await north.tell(domains.create, { domain: 'patient.example' })
  const proven = await north.tell(domains.create, { domain: 'gone.example' })
  prove(proven)
  await daily()
  expect(await seen(fresh.id)).toMatchObject({ status: 0, reason: expect.stringContaining("wasn't found") })
  expect(await seen(proven.id)).toMatchObject({ status: 1 })
  dns.says.delete(proven.record.name)
  clock.forward(days(8))
  await daily()
  expect(await seen(fresh.id)).toMatchObject({ status: 2 })
  expect(await seen(proven.id)).toMatchObject({ status: 2, verifiedAt: null })
  const { accessToken } = await given.session(given.owner)
  const { items } = await as(accessToken).tell(activity.list, {
    action: 'trust-domain.checked',
    search: 'gone.example',
  })
  expect(items[0]).toMatchObject({ actorName: 'Daily check' })
  clock.forward(-days(8))
})
