import { account } from '@claviger/contract/access/account'
import { activity } from '@claviger/contract/oversight/activity'
import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import { licenseStatus, partners } from '@claviger/contract/governance/partners'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { users } from '@claviger/contract/people/users'
import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { describe, expect, test } from 'vitest'
import { mailMonthlyReport, mailNewKeys } from './partner-panel.jobs.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { begin, confirm, easyProofOfWork, nameWorkspace, provePerson } from '#test/api/registering.ts'
import { outboxMails } from '#integrations/mail.ts'
import { registration } from '@claviger/contract/access/registration'

const home = await startTestApp(easyProofOfWork)
const { as, given, mailTo, world, clock } = home
const sue = async () => as((await given.session(given.superAdmin)).accessToken)
const refusal = (status: number, code: string) => ({ status, body: { code } })
const newcomer = (name: string) => ({
  name,
  url: name.toLowerCase().replaceAll(' ', '-'),
  ownerEmail: `owner@${name.toLowerCase().replaceAll(' ', '-')}.example`,
  ownerFirstName: 'Olga',
  ownerLastName: name.split(' ')[0] ?? '',
})

async function ownerOf(workspace: string) {
  const { rows } = await world.superPool.query<{ user_id: string }>(
    'select user_id from administrators where workspace_id = $1 and role = 1',
    [workspace],
  )
  return { id: rows[0]?.user_id ?? '', workspace }
}
const signedIn = async (person: { id: string; workspace: string }) => as((await given.session(person)).accessToken)

const { id: nordic } = await (await sue()).tell(partners.create, newcomer('Nordic Keys'))
const { id: alpine } = await (await sue()).tell(partners.create, newcomer('Alpine Keys'))
const nora = await ownerOf(nordic)
const partner = () => signedIn(nora)
const customer = given.owner.workspace
await (await sue()).tell(workspaceGovernance.partner, { id: customer, partnerId: nordic })

test('creates a partner and emails an invitation to its owner', async () => {
  const harbor = newcomer('Harbor Keys')
  await (await sue()).tell(partners.create, harbor)
  expect(await mailTo(harbor.ownerEmail)).toMatchObject({ link: expect.stringContaining('/auth/verify') })
  const { items } = await (await sue()).tell(partners.list, { search: 'nordic' })
  expect(items).toMatchObject([{ id: nordic, owner: 'owner@nordic-keys.example', status: 1 }])
  expect(await (await sue()).ask(partners.create, newcomer('Nordic Keys'))).toMatchObject(
    refusal(409, 'workspace-url-taken'),
  )
})

test('R182: only administrators of a partner have its permissions', async () => {
  const me = await (await partner()).tell(account.self)
  expect(me.permissions).toEqual(expect.arrayContaining(['partner.read', 'partner.write']))
  for (const person of [given.owner, given.superAdmin])
    expect(await (await signedIn(person)).ask(partnerPanel.list)).toMatchObject(refusal(403, 'not-permitted'))
})

test('a partner sees statistics of its customers but no names', async () => {
  const caller = await partner()
  const { items } = await caller.tell(partnerPanel.list, { search: 'northgate' })
  expect(items).toMatchObject([{ id: customer, name: 'Northgate Hospital', users: 5 }])
  expect((await caller.tell(partnerPanel.list, { search: 'north_ate' })).items).toEqual([])
  const one = await caller.tell(partnerPanel.one, { id: customer })
  const roles = await caller.tell(partnerPanel.filter, { id: nordic })
  expect(roles.items.find(row => row.id === customer)).toMatchObject({ owners: 1, administrators: 1, others: 2 })
  const told = JSON.stringify([items, one, roles])
  for (const person of [given.owner, given.administrator, given.user])
    for (const part of [person.id, person.email, ...person.name.split(' ')]) expect(told).not.toContain(part)
})

describe('workspaces of another partner or of none', () => {
  const calls = [
    [partnerPanel.one, {}],
    [partnerPanel.filter, {}],
    [partnerPanel.info, {}],
    [partnerPanel.settings, { limited: false, mailsNewKeys: false, monthlyReport: false }],
    [partnerPanel.disableKeys, { count: 1 }],
    [partnerPanel.remove, { name: 'Northgate Hospital' }],
    [partnerPanel.withdraw, {}],
  ] as const
  test.each(calls.map(([call, input]) => [call.call, call, input] as const))(
    'are not found by %s',
    async (_, call, input) => {
      const stranger = await signedIn(await ownerOf(alpine))
      for (const id of [customer, given.ownerElsewhere.workspace, nordic, given.superAdmin.workspace])
        expect(await stranger.ask(call, { ...input, id })).toMatchObject(refusal(404, 'not-found'))
    },
  )
  test('are in no list', async () => {
    const stranger = await signedIn(await ownerOf(alpine))
    expect((await stranger.tell(partnerPanel.list, {})).items).toEqual([])
    expect((await stranger.tell(partnerPanel.filter, { id: alpine })).items).toEqual([])
    expect((await stranger.tell(partnerPanel.licenses, {})).items).toEqual([])
  })
})

test('licenses are requested, approved with another size, assigned to a customer, returned, and not taken back while assigned', async () => {
  const caller = await partner()
  const asked = await caller.tell(partnerPanel.request, { size: 100, note: 'For the hospital' })
  expect(asked).toMatchObject({ status: licenseStatus.requested, size: 100 })
  const other = await caller.tell(partnerPanel.request, { size: 5 })
  const terms = { id: customer, limited: false, mailsNewKeys: true, monthlyReport: true, licenses: 80 }
  expect(await caller.ask(partnerPanel.settings, terms)).toMatchObject(refusal(409, 'licenses-used-up'))

  const { items } = await (await sue()).tell(partners.requests, {})
  expect(items.map(one => [one.partner.name, one.size])).toEqual([
    ['Nordic Keys', 100],
    ['Nordic Keys', 5],
  ])
  const root = await sue()
  await root.tell(partners.approve, { licenseId: asked.id, size: 90 })
  await root.tell(partners.reject, { licenseId: other.id, reason: 'Too few' })
  expect(await root.ask(partners.approve, { licenseId: asked.id })).toMatchObject(refusal(409, 'license-decided'))
  expect(await caller.ask(partnerPanel.withdraw, { id: asked.id })).toMatchObject(refusal(409, 'license-decided'))

  expect(await caller.tell(partnerPanel.settings, terms)).toMatchObject({ licenses: 80, monthlyReport: true })
  expect((await caller.tell(partnerPanel.info, { id: nordic })).licenses).toEqual({
    active: 90,
    requested: 0,
    assigned: 80,
    free: 10,
  })
  expect(await root.ask(partners.change, { licenseId: asked.id, size: 79 })).toMatchObject(
    refusal(409, 'licenses-assigned'),
  )
  expect(await root.ask(partners.reject, { licenseId: asked.id })).toMatchObject(refusal(409, 'licenses-assigned'))
  await root.tell(partners.change, { licenseId: asked.id, size: 80 })
  await caller.tell(partnerPanel.settings, { ...terms, licenses: 30 })
  expect((await caller.tell(partnerPanel.info, { id: nordic })).licenses).toMatchObject({ assigned: 30, free: 50 })
  const log = await (await signedIn(given.owner)).tell(activity.list, { action: 'partner.settings-changed' })
  expect(log.items.map(line => line.after)).toContainEqual(expect.objectContaining({ licenses: 80 }))
})

test('the key limit of a partner applies to every new key', async () => {
  const caller = await partner()
  const owner = await signedIn(given.owner)
  const { total: keys } = await owner.tell(securityKeys.list, {})
  const terms = { id: customer, licenses: 0, mailsNewKeys: false, monthlyReport: false }
  expect(await caller.ask(partnerPanel.settings, { ...terms, limited: true })).toMatchObject({
    status: 422,
    body: { fields: [{ field: 'keyLimit', message: 'Limitation number is required' }] },
  })
  await caller.tell(partnerPanel.settings, { ...terms, limited: true, keyLimit: keys + 1 })
  await given.addKey(given.user.id)
  await expect(given.addKey(given.user.id)).rejects.toMatchObject({ code: 'key-limit-reached' })
  await caller.tell(partnerPanel.settings, { ...terms, limited: false })
  await given.addKey(given.user.id)
})

test('a partner disables a number of keys by the rule of the customer, who reads it', async () => {
  await given.addActiveKeys([given.owner.id, given.administrator.id])
  await given.addActiveKeys([given.user.id, given.readOnly.id])
  const told = await (await partner()).tell(partnerPanel.disableKeys, { id: customer, count: 1 })
  expect(told.disabled).toBe(1)
  const owner = await signedIn(given.owner)
  expect((await owner.tell(securityKeys.list, { status: [40] })).total).toBe(1)
  const log = await owner.tell(activity.list, { action: 'partner.keys-disabled' })
  expect(log.items).toMatchObject([{ actorName: 'Olga Nordic', after: { asked: 1, disabled: 1 } }])
  await owner.tell(partnerPanel.setRule, { disablesFirst: 'newest' })
  const active = async () => (await owner.tell(securityKeys.list, { status: [20], pageSize: 100 })).items
  const before = (await active()).map(one => one.id)
  await given.addActiveKeys([given.user.id])
  const added = (await active()).find(one => !before.includes(one.id))
  await (await partner()).tell(partnerPanel.disableKeys, { id: customer, count: 1 })
  expect((await active()).map(one => one.id)).toEqual(expect.arrayContaining(before))
  expect(await owner.tell(securityKeys.get, { id: added?.id ?? '' })).toMatchObject({ status: 40 })
  // However many it asks for, administrators keep theirs
  await (await partner()).tell(partnerPanel.disableKeys, { id: customer, count: 1000 })
  const { items } = await owner.tell(securityKeys.list, { status: [20] })
  expect(items.map(one => one.owner.id)).toEqual(expect.arrayContaining([given.owner.id, given.administrator.id]))
})

test('a partner creates a customer workspace, and deletes it with a grace period after typing its name', async () => {
  const caller = await partner()
  const { id } = await caller.tell(partnerPanel.create, newcomer('Fjord School'))
  expect(await mailTo('owner@fjord-school.example')).toMatchObject({ link: expect.stringContaining('/auth/verify') })
  expect((await caller.tell(partnerPanel.info, { id: nordic })).signUps.at(-1)?.count).toBeGreaterThan(0)
  expect(await caller.ask(partnerPanel.remove, { id, name: 'Fjord' })).toMatchObject(refusal(422, 'name-differs'))
  const { leavesAt } = await caller.tell(partnerPanel.remove, { id, name: 'Fjord School' })
  expect(await caller.tell(partnerPanel.one, { id })).toMatchObject({ leavesAt, status: 0 })
  expect(await (await signedIn(given.owner)).ask(users.list)).toMatchObject({ status: 200 })
})

test('the referral link makes a new workspace a customer, unless the partner is disabled', async () => {
  const { referralLink } = await (await partner()).tell(partnerPanel.info, { id: nordic })
  expect(referralLink).toContain('/auth/register?referrer=nordic-keys')
  const registered = async (url: string) => {
    const who = await begin(home, 'work', `owner@${url}.example`, { referrer: 'nordic-keys' })
    await provePerson(home, who)
    await nameWorkspace(who, url)
    await confirm(who)
    await who.call.tell(registration.complete, {})
    return (await (await sue()).tell(workspaces.all, { search: url })).items
  }
  expect(await registered('harbor-works')).toMatchObject([{ partner: { id: nordic } }])
  await (await sue()).tell(workspaceGovernance.status, { id: nordic, status: 0 })
  expect(await registered('harbor-two')).toMatchObject([{ partner: null }])
  await (await sue()).tell(workspaceGovernance.status, { id: nordic, status: 1 })
})

test('a partner gets emails about new keys and monthly reports for the customers it chose', async () => {
  const caller = await partner()
  const terms = { id: customer, limited: false, licenses: 0, mailsNewKeys: true, monthlyReport: true }
  await caller.tell(partnerPanel.settings, terms)
  await given.addKey(given.user.id)
  clock.forward(60_000)
  await mailNewKeys.work(world, {})
  const subject = async () => (await mailTo('owner@nordic-keys.example')).subject
  await expect.poll(subject).toBe('New security keys of your customers')
  await mailMonthlyReport.work(world, {})
  await expect.poll(subject).toMatch(/^Report of your customers until /)
  const report = (await outboxMails(world)).find(one => one.subject.startsWith('Report of your customers'))
  const [pdf, csv] = (report?.attachments ?? []).map(one => ({ ...one, bytes: Buffer.from(one.base64, 'base64') }))
  expect([pdf?.name, csv?.name]).toEqual([
    expect.stringMatching(/^customers-\d{4}-\d{2}\.pdf$/),
    expect.stringMatching(/^customers-\d{4}-\d{2}\.csv$/),
  ])
  expect(pdf?.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(csv?.bytes.toString()).toMatch(/Company,Users,Security keys,Licenses\r\nNorthgate Hospital,\d+,\d+,\d+\r\n/)
})
