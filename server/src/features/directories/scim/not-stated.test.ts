import { scim } from '@claviger/contract/directories/scim'
import { users, userStatus } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { appliedReasons } from '@claviger/contract/directories/links'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { addPerson, scimConnection, setActive } from '#test/emulators/scim-client.ts'

const home = await startTestApp()
const { as, given } = home
const owner = async () => as((await given.session(given.owner)).accessToken)
const roleOf = async (id: string) =>
  (await (await owner()).tell(administrators.list, {})).items.find(one => one.id === id)?.role
const statusOf = async (id: string) => (await (await owner()).tell(users.get, { id })).status

test('a request that does not state account state and roles leaves both, and its record says so', async () => {
  const { id: connection, send } = await scimConnection(home, 'Silent', {
    roles: [workspaceRoles.readOnly],
    touchesRank: true,
  })
  const id = await addPerson(send, 'silent', { roles: [{ value: 'ReadOnly' }] })
  const whole = { userName: 'silent', name: { familyName: 'Silent' } }
  const replaced = async (more: object = {}) => {
    const { status, body } = await send('PUT', `/Users/${id}`, { ...whole, ...more })
    expect(status).toBe(200)
    return body as { active: boolean; roles?: object[] }
  }
  expect(await replaced()).toMatchObject({ active: true, roles: [{ value: 'ReadOnly' }] })
  expect(await roleOf(id)).toBe(workspaceRoles.readOnly)

  await setActive(send, id, false)
  for (const more of [{}, { active: null }]) expect(await replaced(more)).toMatchObject({ active: false })
  await send('PATCH', `/Users/${id}`, { Operations: [{ op: 'remove', path: 'active' }] })
  expect(await statusOf(id)).toBe(userStatus.suspended)
  const noted = async () => {
    const { items } = await (await owner()).tell(scim.records, { id: connection, pageSize: 100 })
    return items.flatMap(one => one.told.notes ?? []).map(one => one.value)
  }
  for (const reason of ['state-not-stated', 'roles-not-stated'] as const)
    await expect.poll(noted, { timeout: 5000 }).toContain(appliedReasons[reason])

  await setActive(send, id, true)
  expect(await roleOf(id)).toBe(workspaceRoles.readOnly)
  expect(await replaced({ roles: [] })).not.toHaveProperty('roles')
  expect(await roleOf(id)).toBeUndefined()
})
