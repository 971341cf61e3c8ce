import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { PageSettings } from '@claviger/contract/access/self-service-settings/page-settings'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { policyActions, policyStates } from '@claviger/contract/decide/policy-content'
import { baselines, followStates } from '@claviger/contract/governance/baselines'
import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { pinRules } from '@claviger/contract/platform/pin'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { policies } from '@claviger/contract/rules/policies'
import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { compareChanged } from './baselines.jobs.ts'

const { as, given, mailTo, world } = await startTestApp()
const session = async (person: { id: string; workspace: string }) => as((await given.session(person)).accessToken)
const refusal = (status: number, code: string) => ({ status, body: { code } })
const partner = await session(given.ownerElsewhere)
const owner = await session(given.owner)
const customer = given.owner.workspace
const sue = await session(given.superAdmin)
await sue.tell(workspaceGovernance.type, { id: given.ownerElsewhere.workspace, type: 3 })
await sue.tell(workspaceGovernance.partner, { id: customer, partnerId: given.ownerElsewhere.workspace })

const pin = (minLength: number) => ({
  rules: [{ type: pinRules.minLength, value: minLength }],
  rememberedPinHours: 0,
})
const network = { name: 'Offices', type: 1, entries: [{ value: '10.0.0.0/8', label: '' }] }
const byNetwork = (list: string) => ({
  name: 'Only in our offices',
  priority: 90,
  action: policyActions.block,
  state: policyStates.reportOnly,
  ipRestriction: { values: [], lists: [list] },
})
const keyPolicy = {
  name: 'Strict',
  phoneVerification: 1,
  cardVerification: 4,
  credentialStorageLocation: 1,
  proximity: false,
  audit: true,
  offlineLogin: false,
  rememberedPinHours: 0,
} as const

await partner.tell(workspaceSettings.pinPolicy, pin(8))
await partner.tell(tokenPolicies.create, { ...keyPolicy, makeDefault: true })
const { namedListId } = await partner.tell(namedLists.create, network)
await partner.tell(policies.create, byNetwork(namedListId))
await partner.tell(authenticationProfiles.create, {
  name: 'Passkeys',
  type: 'managed',
  methods: ['passkey', 'code'],
  groups: [],
})

async function published() {
  const choices = await partner.tell(baselines.choices)
  return {
    name: 'Hardened',
    description: 'For all customers',
    pinPolicy: true,
    authenticationProfile: true,
    keyPolicies: choices.keyPolicies.map(({ id }) => id),
    accessPolicies: choices.accessPolicies.filter(({ portable }) => portable).map(({ id }) => id),
  }
}
const { id } = await partner.tell(baselines.publish, await published())
const offered = async () => (await owner.tell(baselines.offered)).items.find(one => one.id === id)
const follower = async () => (await partner.tell(baselines.customers, { baselineId: id })).items[0]

test('a partner can publish only what other workspaces have', async () => {
  const { id: group } = await partner.tell(groups.create, { name: 'Night shift' })
  const bound = await partner.tell(policies.create, {
    name: 'For a group',
    priority: 91,
    action: policyActions.block,
    state: policyStates.reportOnly,
    groups: [group],
  })
  const { accessPolicies } = await partner.tell(baselines.choices)
  expect(accessPolicies).toContainEqual({ id: bound._id, name: 'For a group', portable: false })
  const input = { name: 'Bound', accessPolicies: [bound._id] }
  expect(await partner.ask(baselines.publish, input)).toMatchObject(refusal(422, 'baseline-not-portable'))
  expect(await partner.ask(baselines.publish, { name: 'hardened', pinPolicy: true })).toMatchObject(
    refusal(409, 'baseline-name-taken'),
  )
  expect(await partner.ask(baselines.publish, { name: 'Empty' })).toMatchObject({ status: 422 })
})

test('a baseline is offered, compared, accepted in full or in part, drifts without its values being told, and is brought back', async () => {
  expect(await offered()).toBeUndefined()
  expect(await partner.tell(baselines.offer, { baselineId: id })).toEqual({ offered: 1 })
  await expect.poll(async () => (await mailTo(given.owner.email)).subject).toMatch(/offers you the baseline “Hardened”/)
  const { version, differences, obstacles } = await owner.tell(baselines.compare, { id })
  expect(obstacles).toEqual([])
  expect(differences).toEqual(
    expect.arrayContaining([
      { part: 'pinPolicy', item: null, field: 'minLength', baseline: 8, current: expect.anything() },
      {
        part: 'keyPolicies',
        item: 'Strict',
        field: null,
        baseline: expect.objectContaining({ cardVerification: 4 }),
        current: null,
      },
      {
        part: 'accessPolicies',
        item: 'Offices',
        field: null,
        baseline: expect.objectContaining({ entries: ['10.0.0.0/8'] }),
        current: null,
      },
      {
        part: 'accessPolicies',
        item: 'Only in our offices',
        field: null,
        baseline: expect.objectContaining({ priority: 90 }),
        current: null,
      },
    ]),
  )
  expect(await offered()).toMatchObject({ description: 'For all customers', note: '' })
  const administrator = await session(given.administrator)
  expect(await administrator.ask(baselines.accept, { id, version })).toMatchObject(refusal(403, 'not-permitted'))
  expect(await owner.ask(baselines.accept, { id, version: version + 1 })).toMatchObject(
    refusal(409, 'changed-meanwhile'),
  )
  expect(await owner.tell(baselines.accept, { id, version })).toMatchObject({
    state: followStates.accepted,
    acceptedVersion: 1,
    drift: [],
  })
  expect((await owner.tell(baselines.compare, { id })).differences).toEqual([])
  expect((await owner.tell(policies.firstList)).items).toContainEqual(
    expect.objectContaining({ name: 'Only in our offices', priority: 90 }),
  )
  const log = await owner.tell(activity.list, { kind: 'change', pageSize: 50 })
  expect(log.items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['baseline.accepted', 'workspace.updated', 'token-policy.created', 'policy.created']),
  )

  // The partner sees which field drifted but not its value, and the customer accepts again
  await owner.tell(workspaceSettings.pinPolicy, pin(6))
  const list = (await owner.tell(namedLists.list, {})).items.find(({ name }) => name === 'Offices')
  await owner.tell(namedLists.update, {
    ...network,
    namedListId: list?.namedListId ?? '',
    entries: [{ value: '192.0.2.77', label: 'Home of Mara' }],
  })
  await compareChanged(world)
  expect((await follower())?.drift).toEqual([
    { part: 'pinPolicy', item: null, field: 'minLength' },
    { part: 'accessPolicies', item: 'Offices', field: 'entries' },
  ])
  const told = JSON.stringify([
    await follower(),
    await partner.tell(baselines.list),
    await partner.tell(baselines.ofCustomer, { id: customer }),
  ])
  expect(told).not.toMatch(/192\.0\.2\.77|Mara/)
  expect((await partner.tell(baselines.one, { baselineId: id })).customers).toMatchObject({ accepted: 1, drifted: 1 })
  expect(await partner.tell(baselines.offer, { baselineId: id, customers: [customer] })).toEqual({ offered: 1 })
  await expect
    .poll(async () => (await mailTo(given.owner.email)).subject)
    .toMatch(/asks you to accept the baseline “Hardened” again/)
  // All entries that would be added or removed, however many
  const many = Array.from({ length: 30 }, (_, at) => ({ value: `198.51.100.${at + 1}`, label: '' }))
  await owner.tell(namedLists.update, { ...network, namedListId: list?.namedListId ?? '', entries: many })
  const ofList = (await owner.tell(baselines.compare, { id })).differences.find(one => one.field === 'entries')
  expect(ofList).toMatchObject({ baseline: ['10.0.0.0/8'], current: many.map(({ value }) => value) })
  await owner.tell(baselines.accept, { id, version: 1 })
  await compareChanged(world)
  expect((await follower())?.drift).toEqual([])
  expect((await owner.tell(namedLists.get, { namedListId: list?.namedListId ?? '' })).list).toEqual(network.entries)

  // A customer can leave out a part, and a new version must be compared first
  await partner.tell(workspaceSettings.pinPolicy, pin(10))
  await partner.tell(baselines.publish, { ...(await published()), baselineId: id, note: 'Longer PINs' })
  expect(await owner.ask(baselines.accept, { id, version: 1 })).toMatchObject(refusal(409, 'changed-meanwhile'))
  await owner.tell(baselines.accept, { id, version: 2, parts: ['keyPolicies', 'accessPolicies'] })
  expect(await follower()).toMatchObject({
    version: 2,
    without: expect.arrayContaining(['pinPolicy', 'authenticationProfile']),
    drift: [],
  })
  await owner.tell(workspaceSettings.pinPolicy, pin(5))
  await compareChanged(world)
  expect((await follower())?.drift).toEqual([])

  // A setting that cannot follow the baseline is named before anything is written
  const clash = { ...byNetwork(namedListId), name: 'Other', priority: 90, ipRestriction: { values: [], lists: [] } }
  const mine = (await owner.tell(policies.firstList)).items.find(({ name }) => name === 'Only in our offices')
  await owner.tell(policies.removeMany, { ids: [mine?._id ?? ''] })
  await owner.tell(policies.create, clash)
  await owner.tell(workspaceSettings.pinPolicy, pin(5))
  expect((await owner.tell(baselines.compare, { id })).obstacles).toEqual([
    { part: 'accessPolicies', item: 'Only in our offices', reason: expect.stringContaining('“Other”') },
  ])
  expect(await owner.ask(baselines.accept, { id, version: 2 })).toMatchObject(refusal(409, 'baseline-obstacle'))
  expect((await owner.tell(workspaceSettings.details)).pinPolicy.config.minLength).toBe(5)

  // A customer declines, and a workspace that leaves its partner sees and follows nothing
  await owner.tell(baselines.decline, { id })
  expect(await follower()).toMatchObject({ state: followStates.declined, version: null })
  await partner.tell(baselines.offer, { baselineId: id, customers: [customer] })
  expect((await offered())?.state).toBe(followStates.offered)
  await sue.tell(workspaceGovernance.partner, { id: customer, partnerId: null })
  expect(await offered()).toBeUndefined()
  for (const [call, input] of [
    [baselines.compare, {}],
    [baselines.accept, { version: 2 }],
    [baselines.decline, {}],
  ] as const)
    expect(await owner.ask(call, { id, ...input })).toMatchObject(refusal(404, 'not-found'))
  expect(await partner.ask(baselines.offer, { baselineId: id, customers: [customer] })).toMatchObject({
    body: { offered: 0 },
  })
})

test('card pages of a baseline are created switched off, drift, and are brought back without what is the own of a customer', async () => {
  await sue.tell(workspaceGovernance.partner, { id: customer, partnerId: given.ownerElsewhere.workspace })
  const named = (name: string) => ({ name, settings: PageSettings.parse({ secondCard: 'replace' as const }) })
  await partner.tell(selfServicePages.create, { page: 'pattern', ...named('Wards') })
  const desk = { on: true, email: 'desk@partner.example', after: 2 }
  await partner.tell(selfServicePages.create, {
    page: 'automatic',
    name: 'Automatic',
    settings: PageSettings.parse({
      verificationType: 'automatic',
      automatic: { url: 'https://hr.partner.example' },
      tellDesk: desk,
    }),
  })
  expect((await partner.tell(baselines.choices)).cardPages).toEqual([
    { id: 'automatic', name: 'Automatic', portable: false },
    { id: 'pattern', name: 'Wards', portable: true },
  ])
  expect(await partner.ask(baselines.publish, { name: 'Pages', cardPages: ['automatic'] })).toMatchObject(
    refusal(422, 'baseline-not-portable'),
  )
  const pages = await partner.tell(baselines.publish, { name: 'Pages', cardPages: ['pattern'] })
  expect(pages.contents).toEqual([{ part: 'cardPages', items: ['Wards'] }])
  await partner.tell(baselines.offer, { baselineId: pages.id, customers: [customer] })
  expect((await owner.tell(baselines.compare, { id: pages.id })).differences).toMatchObject([
    { part: 'cardPages', item: 'Wards', field: null, baseline: { secondCard: 'replace' } },
  ])
  await owner.tell(baselines.accept, { id: pages.id, version: 1 })
  const own = async () => {
    const [brief] = (await owner.tell(selfServicePages.list)).items.filter(({ name }) => name === 'Wards')
    return owner.tell(selfServicePages.get, { page: brief?.id ?? '' })
  }
  const made = await own()
  expect(made).toMatchObject({ id: 'wards', active: false, settings: { secondCard: 'replace' } })

  const settings = {
    ...made.settings,
    secondCard: 'allow' as const,
    tellDesk: { ...desk, email: 'desk@hospital.example' },
  }
  await owner.tell(selfServicePages.update, { page: 'wards', name: 'Wards', settings, version: made.version })
  await compareChanged(world)
  const [after] = (await partner.tell(baselines.customers, { baselineId: pages.id })).items
  expect(after?.drift).toEqual([{ part: 'cardPages', item: 'Wards', field: 'secondCard' }])
  await owner.tell(baselines.accept, { id: pages.id, version: 1 })
  await compareChanged(world)
  expect((await partner.tell(baselines.customers, { baselineId: pages.id })).items[0]?.drift).toEqual([])
  expect((await own()).settings).toMatchObject({ secondCard: 'replace', tellDesk: { email: 'desk@hospital.example' } })
})
