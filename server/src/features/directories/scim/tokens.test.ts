import { connections } from '@claviger/contract/directories/connections'
import { scim } from '@claviger/contract/directories/scim'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { activity } from '@claviger/contract/oversight/activity'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPerson, scimClient } from '#test/emulators/scim-client.ts'

const home = await startTestApp()
const { app, as, given } = home
const owner = async () => as((await given.session(given.owner)).accessToken)
const asRole = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], roles: [{ value: 'GlobalAdministrator' }] }
const plain = { roles: [] as number[], touchesRank: false, privateHosts: [] as string[] }
const roleOf = async (id: string) =>
  (await (await owner()).tell(administrators.list, {})).items.find(one => one.id === id)?.role
const connectionNamed = async (id: string) =>
  (await (await owner()).tell(scim.get)).items.find(one => one.id === id) ?? expect.fail('no connection')

const demote = async (id: string, role: number) => (await owner()).tell(administrators.update, { id, role })

let count = 0
/** A connection without roles whose token an administrator made, and that administrator. */
async function madeByAdministrator() {
  const maker = { id: await given.addUser(`Maker${count++}`, 'Token'), workspace: given.owner.workspace }
  await testData(home).appoint(maker.id, workspaceRoles.administrator)
  const { id } = await (await owner()).tell(scim.create, { name: `Tokens ${count}` })
  await (await owner()).tell(connections.approve, { id, ...plain })
  const { token } = await as((await given.session(maker)).accessToken).tell(scim.token, { uid: id })
  return { maker, id, send: scimClient(app, token) }
}

describe('a SCIM token is limited to the current permissions of the user it belongs to', () => {
  test('grants no role through an approval that does not name the token', async () => {
    const { id, send } = await madeByAdministrator()
    const approval = { id, ...plain, roles: [workspaceRoles.administrator], touchesRank: true }
    const refused = await (await owner()).ask(connections.approve, approval)
    expect(refused).toMatchObject({ status: 409, body: { code: 'scim-tokens-unnamed' } })
    expect(await roleOf(await addPerson(send, `role-${count}`, asRole))).toBeUndefined()
  })

  test('is revoked by an approval that omits it, and acts for the owner whose approval names it', async () => {
    const left = await madeByAdministrator()
    const reach = { ...plain, roles: [workspaceRoles.administrator], touchesRank: true }
    await (await owner()).tell(connections.approve, { id: left.id, ...reach, tokens: [] })
    expect((await left.send('GET', '/Users?count=0')).status).toBe(401)

    const named = await madeByAdministrator()
    const [token] = (await connectionNamed(named.id)).tokens
    await (await owner()).tell(connections.approve, { id: named.id, ...reach, tokens: [token?.id ?? ''] })
    expect(await roleOf(await addPerson(named.send, `role-${count}`, asRole))).toBe(workspaceRoles.administrator)
    const after = await connectionNamed(named.id)
    expect(after.tokens).toMatchObject([{ standing: 'whole', keeperName: 'Ada Byron' }])
    await testData(home).dismiss(named.maker.id)
    expect((await named.send('GET', '/Users?count=0')).status).toBe(200)
  })

  test.each([
    ['dismissed', (id: string) => testData(home).dismiss(id)],
    ['deactivated', (id: string) => testData(home).deactivate(id)],
    ['deleted', (id: string) => testData(home).remove(id)],
    ['demoted', (id: string) => demote(id, workspaceRoles.readOnly)],
  ])('is refused after its creator was %s, with a log entry and a status in the list', async (_how, lose) => {
    const { maker, id, send } = await madeByAdministrator()
    expect((await send('GET', '/Users?count=0')).status).toBe(200)
    await lose(maker.id)
    expect(await send('GET', '/Users?count=0')).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('no longer manages directories') as string },
    })
    expect((await connectionNamed(id)).tokens).toMatchObject([{ standing: 'orphaned' }])
    await expect
      .poll(async () => (await (await owner()).tell(activity.list, { search: `Tokens` })).items)
      .toContainEqual(expect.objectContaining({ action: 'scim.token-refused', objectId: id, status: 2 }))
  })

  test('keeps existing roles of users, but grants no more, when its creator stops being an owner', async () => {
    const maker = { id: await given.addUser('Former', 'Owner'), workspace: given.owner.workspace }
    await testData(home).appoint(maker.id, workspaceRoles.owner)
    const { id } = await (await owner()).tell(scim.create, { name: 'Former' })
    const reach = { ...plain, roles: [workspaceRoles.readOnly], touchesRank: true }
    await (await owner()).tell(connections.approve, { id, ...reach })
    const { token } = await as((await given.session(maker)).accessToken).tell(scim.token, { uid: id })
    const send = scimClient(app, token)
    const reader = await addPerson(send, 'former-reader', { ...asRole, roles: [{ value: 'ReadOnly' }] })
    expect(await roleOf(reader)).toBe(workspaceRoles.readOnly)
    await demote(maker.id, workspaceRoles.administrator)
    expect((await connectionNamed(id)).tokens).toMatchObject([{ standing: 'less' }])
    expect(await roleOf(await addPerson(send, 'former-new', { ...asRole, roles: [{ value: 'ReadOnly' }] }))).toBe(
      undefined,
    )
    await send('PATCH', `/Users/${reader}`, { Operations: [{ op: 'Remove', path: 'roles' }] })
    expect(await roleOf(reader)).toBe(workspaceRoles.readOnly)
  })
})
