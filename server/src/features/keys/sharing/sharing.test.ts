import { administrators } from '@claviger/contract/tenancy/administrators'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { groups } from '@claviger/contract/people/groups'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { sharing } from '@claviger/contract/keys/sharing'
import { activity } from '@claviger/contract/oversight/activity'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '#platform/ids.ts'

const home = await startTestApp()
const { as, given, world } = home
const admin = as(given.administrator.accessToken)
const { workspace } = given.owner
const person = (name: string) => given.addUser(name, 'Shares')
const card = (user: string) => given.addKey(user, { kind: 2, credential_storage: 2 })
const connected = async (id: string) =>
  (await admin.tell(securityKeys.connectedUsers, { id })).items.map(one => [one.name, one.owner])
const all = async (search: string) => (await admin.tell(sharing.list, { search })).items

async function holdCredential(key: string, site: string) {
  const id = newId()
  await world.superPool.query(
    `insert into held_credentials (workspace_id, id, security_key_id, credential_id, rp_id, user_handle, user_name,
       public_key, vault, vault_key, discoverable, protection, made_at)
     values ($1, $2, $3, decode(repeat('ab', 32), 'hex'), $4, 'h', 'kiosk', decode(repeat('00', 64), 'hex'), 'sealed', 'k', true, 1, now())`,
    [workspace, id, key, site],
  )
  return id
}

test('a badge opens an account shared by name or by group until the share ends', async () => {
  const [kiosk, ada, ben] = [await person('Frontdesk'), await person('Ada'), await person('Ben')]
  const [adas, bens] = [await card(ada), await card(ben)]
  const passkey = await holdCredential(await card(kiosk), 'ward.example')
  const hard = await given.addKey(ada)
  expect(await admin.tell(sharing.add, { id: kiosk, users: [ada], groups: [] })).toEqual({ added: 1, already: 0 })
  expect(await admin.tell(sharing.add, { id: kiosk, users: [ada, ada], groups: [] })).toEqual({ added: 0, already: 1 })
  expect(await connected(adas)).toEqual([
    ['Ada Shares', true],
    ['Frontdesk Shares', false],
  ])
  expect(await connected(hard)).toEqual([['Ada Shares', true]])
  expect(await connected(bens)).toEqual([['Ben Shares', true]])
  const ward = await admin.tell(groups.create, { name: 'Ward team', users: [ben] })
  await admin.tell(sharing.add, { id: kiosk, users: [], groups: [ward.id] })
  expect(await connected(bens)).toHaveLength(2)
  expect((await admin.tell(sharing.with, { id: kiosk })).items).toMatchObject([
    { id: ada, name: 'Ada Shares', cards: 1 },
  ])
  expect((await admin.tell(sharing.groups, { id: kiosk })).items).toMatchObject([{ id: ward.id, name: 'Ward team' }])
  expect((await admin.tell(sharing.groupIds, { id: kiosk })).items.map(one => one.id)).not.toContain(ward.id)
  expect((await admin.tell(sharing.passkeys, { id: ben })).items).toMatchObject([
    { id: passkey, site: 'ward.example', userName: 'kiosk', account: { id: kiosk } },
  ])
  expect(await admin.tell(sharing.count, { id: ben })).toEqual({ count: 1, sharedWith: 0 })
  expect(await admin.tell(sharing.count, { id: kiosk })).toEqual({ count: 0, sharedWith: 2 })
  expect(await all('frontdesk')).toHaveLength(2)
  expect((await all('ward TEAM')).map(one => one.group?.name)).toEqual(['Ward team'])
  await admin.tell(sharing.take, { id: kiosk, users: [ada] })
  expect(await connected(adas)).toHaveLength(1)
  const [share] = await all('ward team')
  await admin.tell(sharing.remove, { id: share?.id as string })
  expect(await admin.ask(sharing.remove, { id: share?.id as string })).toMatchObject({ status: 404 })
  expect(await connected(bens)).toHaveLength(1)
  const { items } = await admin.tell(activity.list, {
    action: ['account.shared', 'account.unshared'],
    object: kiosk,
  })
  expect(items).toHaveLength(4)
  expect(items[0]).toMatchObject({ objectId: kiosk })
})

test('several shares are removed together, and suspended or deleted accounts cannot be opened', async () => {
  const [desk, cem, dag] = [await person('Desk'), await person('Cem'), await person('Dag')]
  await admin.tell(sharing.add, { id: desk, users: [cem, dag], groups: [] })
  const cems = await card(cem)
  await given.addActiveKeys([desk])
  await testData(home).suspend(desk)
  expect(await connected(cems)).toHaveLength(1)
  await testData(home).activate(desk)
  expect(await connected(cems)).toHaveLength(2)
  const ids = (await all('desk')).map(one => one.id)
  expect(await admin.tell(sharing.removeMany, { ids: [...ids, newId()] })).toEqual({ removed: 2 })
  await admin.tell(sharing.add, { id: desk, users: [cem], groups: [] })
  await admin.tell(users.remove, { id: desk })
  expect(await connected(cems)).toHaveLength(1)
  expect(await all('desk')).toEqual([])
})

test('the default is the chosen account while it is shared, otherwise the own account', async () => {
  const [till, eva] = [await person('Till'), await person('Eva')]
  await admin.tell(sharing.add, { id: till, users: [eva], groups: [] })
  const opens = async () =>
    (await admin.tell(sharing.accounts, { id: eva })).items.filter(one => one.isDefault).map(one => one.name)
  expect(await opens()).toEqual(['Eva Shares'])
  await admin.tell(sharing.makeDefault, { id: eva, accountId: till })
  expect(await opens()).toEqual(['Till Shares'])
  await admin.tell(sharing.makeDefault, { id: eva, accountId: null })
  expect(await opens()).toEqual(['Eva Shares'])
  await admin.tell(sharing.makeDefault, { id: eva, accountId: till })
  await admin.tell(sharing.take, { id: till, users: [eva] })
  expect(await opens()).toEqual(['Eva Shares'])
  expect(await admin.ask(sharing.makeDefault, { id: eva, accountId: till })).toMatchObject({ status: 404 })
})

test('invalid input is refused, and so is sharing the account of a user with a higher role', async () => {
  const [own, other] = [await person('Own'), await person('Other')]
  const refused = (input: object, status: number) =>
    expect(admin.ask(sharing.add, { id: own, users: [], groups: [], ...input })).resolves.toMatchObject({ status })
  await refused({}, 422)
  await refused({ users: [own] }, 422)
  await refused({ users: [newId()] }, 404)
  await refused({ groups: [newId()] }, 404)
  await refused({ id: newId(), users: [other] }, 404)
  await refused({ users: ['nobody'] }, 422)
  await refused({ users: Array.from({ length: 1001 }, newId) }, 422)
  const manager = as(given.userManager.accessToken)
  const above = await manager.ask(sharing.add, { id: given.owner.id, users: [other], groups: [] })
  expect(above).toMatchObject({ status: 403, body: { code: 'above-you' } })
  await admin.tell(sharing.add, { id: own, users: [other], groups: [] })
  const reader = as(given.readOnly.accessToken)
  expect(await reader.ask(sharing.add, { id: own, users: [other], groups: [] })).toMatchObject({ status: 403 })
  const [share] = await all('own')
  expect(await reader.ask(sharing.remove, { id: share?.id as string })).toMatchObject({ status: 403 })
})

test('a unit administrator can share accounts of the unit only with its users', async () => {
  const uma = await person('Uma')
  const [kiosk, own, foreign] = [await person('Wardkiosk'), await person('Inside'), await person('Outside')]
  const { addUnit, appointOver } = testData(home)
  await appointOver(uma, [await addUnit('Ward 3', [kiosk, own])])
  const { accessToken } = await given.session({ id: uma, workspace })
  const unit = as(accessToken)
  await admin.tell(sharing.add, { id: kiosk, users: [foreign], groups: [] })
  expect(await unit.ask(sharing.add, { id: kiosk, users: [foreign], groups: [] })).toMatchObject({ status: 404 })
  expect(await unit.ask(sharing.add, { id: foreign, users: [own], groups: [] })).toMatchObject({ status: 404 })
  expect(await unit.tell(sharing.add, { id: kiosk, users: [own], groups: [] })).toEqual({ added: 1, already: 0 })
  expect((await unit.tell(sharing.list, {})).items.map(one => one.user?.name)).toEqual(['Inside Shares'])
  expect((await unit.tell(sharing.accounts, { id: own })).items).toHaveLength(2)
})

test('a share made by a lower role stops working when the account gains a role, until a higher role renews it', async () => {
  const [account, helper] = [await person('Rising'), await person('Helper')]
  const helpers = await card(helper)
  const manager = as((await given.session(given.userManager)).accessToken)
  await manager.tell(sharing.add, { id: account, users: [helper], groups: [] })
  expect(await connected(helpers)).toHaveLength(2)
  const owner = as((await given.session(given.owner)).accessToken)
  await owner.tell(administrators.create, { ids: [account], role: workspaceRoles.administrator })
  expect(await connected(helpers)).toHaveLength(1)
  expect(await all('Rising')).toMatchObject([{ opens: false }])
  await testData(home).accept(account)
  expect(await connected(helpers)).toHaveLength(1)
  expect(await all('Rising')).toEqual([])
  expect(await owner.tell(sharing.add, { id: account, users: [helper], groups: [] })).toEqual({ added: 1, already: 0 })
  expect(await connected(helpers)).toHaveLength(2)
  expect(await all('Rising')).toMatchObject([{ opens: true, madeBy: 'Ada Byron' }])
})

test('a share of an administrator account stops working when its creator loses the required role', async () => {
  const [account, helper, maker] = [await person('Ranked'), await person('Guest'), await person('Maker')]
  const helpers = await card(helper)
  await testData(home).appoint(account, workspaceRoles.administrator)
  await testData(home).appoint(maker, workspaceRoles.administrator)
  const by = as((await given.session({ id: maker, workspace })).accessToken)
  await by.tell(sharing.add, { id: account, users: [helper], groups: [] })
  expect(await connected(helpers)).toHaveLength(2)
  await testData(home).dismiss(maker)
  expect(await connected(helpers)).toHaveLength(1)
  expect(await all('Ranked')).toMatchObject([{ opens: false }])
  const owner = as((await given.session(given.owner)).accessToken)
  expect(await owner.tell(sharing.add, { id: account, users: [helper], groups: [] })).toEqual({ added: 1, already: 0 })
  expect(await connected(helpers)).toHaveLength(2)
  expect(await all('Ranked')).toMatchObject([{ opens: true }])
})
