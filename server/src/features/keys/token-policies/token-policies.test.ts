import { activity } from '@claviger/contract/oversight/activity'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '#platform/db/transaction.ts'
import { settingsFor } from './token-policies.ts'

const { as, given, world } = await startTestApp()
const owner = as(given.owner.accessToken)
const request = { id: 'test', ip: '::1', userAgent: '' }
const settings = (user: string, kind: number, { workspace } = given.owner) =>
  transact(world, { actor: { kind: 'nobody' }, request, workspace }, ctx => settingsFor(ctx, user, kind))
const strict = {
  phoneVerification: 4,
  cardVerification: 4,
  credentialStorageLocation: 2,
  proximity: true,
  audit: true,
  offlineLogin: true,
  rememberedPinHours: 8,
} as const

test('the module as storage is refused where the installation has none', async () => {
  const refused = { status: 422, body: { code: 'storage-not-offered' } }
  const { securitykeySetting } = await owner.tell(workspaceSettings.details)
  expect(
    await owner.ask(workspaceSettings.securityKeySetting, { ...securitykeySetting, credentialStorage: 3 }),
  ).toMatchObject(refused)
  expect(
    await owner.ask(tokenPolicies.create, { ...strict, name: 'In the module', credentialStorageLocation: 3 }),
  ).toMatchObject(refused)
})

test('without a token policy, the workspace settings apply', async () => {
  const elsewhere = given.ownerElsewhere
  await as(elsewhere.accessToken).tell(workspaceSettings.securityKeySetting, {
    cardVerification: 'pinless',
    phoneVerification: 'when-locked',
    credentialStorage: 1,
    offline: true,
    audit: false,
    keysPerUser: null,
  })
  expect(await settings(elsewhere.id, keyKinds.accessCard, elsewhere)).toEqual({
    verification: 3,
    credential_storage: 2,
    proximity: false,
    audit: false,
    offline: true,
    remembered_pin_hours: 0,
    policy_id: null,
  })
  expect(await settings(elsewhere.id, keyKinds.smartphone, elsewhere)).toMatchObject({
    verification: 2,
    credential_storage: 1,
  })
  expect(await settings(elsewhere.id, keyKinds.hardware, elsewhere)).toMatchObject({
    verification: null,
    offline: false,
  })
})

test('one policy is the default, users can have another, and each key kind takes the settings that it has', async () => {
  const [user, colleague] = [await given.addUser('Wanda', 'Ward'), await given.addUser('Kit', 'Ward')]
  const first = await owner.tell(tokenPolicies.create, { ...strict, name: 'Wards', makeDefault: true })
  const second = await owner.tell(tokenPolicies.create, { ...strict, name: 'Kitchen', cardVerification: 3 })
  expect([first.isDefault, second.isDefault]).toEqual([true, false])
  expect(await settings(user, keyKinds.accessCard)).toMatchObject({ verification: 4, policy_id: first.id })
  const give = { ids: [user, given.ownerElsewhere.id], tokenPolicy: second.id }
  expect(await owner.tell(tokenPolicies.ofUsers, give)).toEqual({ ok: true, users: 1, keys: 0 })
  expect(await settings(user, keyKinds.accessCard)).toMatchObject({ verification: 3, policy_id: second.id })
  expect(await settings(colleague, keyKinds.accessCard)).toMatchObject({ policy_id: first.id })
  const items = (await owner.tell(tokenPolicies.list)).items.filter(({ id }) => id === first.id || id === second.id)
  expect(items.map(one => [one.name, one.isDefault, one.users])).toEqual([
    ['Wards', true, 0],
    ['Kitchen', false, 1],
  ])
  await owner.tell(tokenPolicies.makeDefault, { tokenPolicy: second.id })
  await owner.tell(tokenPolicies.ofUsers, { ids: [user], tokenPolicy: null })
  expect(await settings(user, keyKinds.smartphone)).toEqual({
    verification: 4,
    credential_storage: 2,
    proximity: true,
    audit: true,
    offline: true,
    remembered_pin_hours: 8,
    policy_id: second.id,
  })
  const log = await owner.tell(activity.list, { action: ['token-policy.made-default'] })
  expect(log.items[0]).toMatchObject({ before: { default: 'Wards' }, after: { default: 'Kitchen' } })
})

test('existing keys take the policy on request, but keep their verification', async () => {
  const user = await given.addUser('Hana', 'Holder')
  const card = await given.addKey(user, { kind: 2, name: 'Card', verification: 3 })
  const hard = await given.addKey(user)
  const { id: policy } = await owner.tell(tokenPolicies.create, { ...strict, name: 'Theatre' })
  const given_ = await owner.tell(tokenPolicies.ofUsers, { ids: [user], tokenPolicy: policy, existingKeys: true })
  expect(given_).toMatchObject({ users: 1, keys: 2 })
  const { rows } = await world.superPool.query(
    'select id, verification, offline, remembered_pin_hours, policy_id from security_keys where id = any($1)',
    [[card, hard]],
  )
  expect(rows).toHaveLength(2)
  expect(rows.find(row => row.id === card)).toMatchObject({ verification: 3, offline: true, remembered_pin_hours: 8 })
  expect(rows.find(row => row.id === hard)).toMatchObject({ verification: null, offline: false, policy_id: policy })
})

test('giving a policy to a user with a higher role is refused for the whole list', async () => {
  const policy = await owner.tell(tokenPolicies.create, {
    ...strict,
    name: 'Unaudited',
    audit: false,
    cardVerification: 3,
  })
  const key = await given.addKey(given.owner.id, { kind: 2, name: "The owner's", verification: 4 })
  const manager = as(given.userManager.accessToken)
  const give = { ids: [given.user.id, given.owner.id], tokenPolicy: policy.id, existingKeys: true }
  expect(await manager.ask(tokenPolicies.ofUsers, give)).toMatchObject({
    status: 403,
    body: { code: 'above-you', message: expect.stringContaining('Ada Byron') },
  })
  const { rows } = await world.superPool.query('select audit, policy_id from security_keys where id = $1', [key])
  expect(rows).toEqual([{ audit: true, policy_id: null }])
  expect(await settings(given.user.id, keyKinds.accessCard)).not.toMatchObject({ policy_id: policy.id })
  const own = { ids: [given.user.id, given.userManager.id], tokenPolicy: policy.id }
  expect(await manager.tell(tokenPolicies.ofUsers, own)).toMatchObject({ users: 2 })
})

test('policy names are unique, and only roles that can change the workspace create policies', async () => {
  const { id } = await owner.tell(tokenPolicies.create, { ...strict, name: 'Garden' })
  expect(await owner.ask(tokenPolicies.create, { ...strict, name: 'garden' })).toMatchObject({
    status: 409,
    body: { code: 'policy-name-taken' },
  })
  expect(await owner.ask(tokenPolicies.create, { ...strict, name: 'X', rememberedPinHours: 721 })).toMatchObject({
    status: 422,
  })
  expect(await as(given.userManager.accessToken).ask(tokenPolicies.create, { ...strict, name: 'X' })).toMatchObject({
    status: 403,
  })
  const foreign = await as(given.ownerElsewhere.accessToken).ask(tokenPolicies.makeDefault, { tokenPolicy: id })
  expect(foreign).toMatchObject({ status: 404 })
})
