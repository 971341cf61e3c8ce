import { syncs } from '@claviger/contract/directories/syncs'
import { users, userStatus } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { firstOf } from '@claviger/contract/directories/connections/mapping'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { expect, test } from 'vitest'
import { directories, plainMapping } from '#test/api/directories.ts'
import { ldapRuns } from '#test/api/sync-runs.ts'
import { fakePerson, fakeSource } from '#test/emulators/fake-source.ts'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { add } = directories(home)
const { owner, admin, run } = ldapRuns(home)
const ldap = fakeSource(6)
const { readOnly, userManagement } = workspaceRoles
const mapping = [...plainMapping, firstOf('roles', 'duty')]
const put = (anchor: string, attributes: object, state: { active: boolean | undefined } = { active: true }) =>
  ldap.people.set(anchor, { ...fakePerson(anchor, attributes as never), ...state })
const one = async (anchor: string) => (await (await admin()).tell(users.list, { search: `${anchor}@` })).items[0]
const roleOf = async (anchor: string) => {
  const id = (await one(anchor))?.id
  return (await (await owner()).tell(administrators.list, { pageSize: 100 })).items.find(each => each.id === id)?.role
}

test('what a directory does not state about a user removes nothing, and the run says so', async () => {
  const { id: connection } = await add(
    { kind: 6, name: 'Silent', mapping },
    { roles: [readOnly, userManagement], touchesRank: true },
  )
  for (const anchor of ['here', 'gone', 'reader', 'manager']) put(anchor, {})
  put('reader', { duty: 'ReadOnly' })
  put('manager', { duty: 'UserManagement' })
  await run(connection)
  put('gone', {}, { active: false })
  expect((await run(connection)).counts.suspended).toBe(1)
  expect([await roleOf('reader'), await roleOf('manager')]).toEqual([readOnly, userManagement])

  for (const anchor of ['here', 'gone', 'new']) put(anchor, { lastName: 'Silent' }, { active: undefined })
  put('reader', {})
  const { id, counts } = await run(connection)
  expect(counts).toMatchObject({ added: 1, suspended: 0, back: 0 })
  expect((await one('here'))?.status).not.toBe(userStatus.suspended)
  expect((await one('gone'))?.status).toBe(userStatus.suspended)
  expect(await one('gone')).toMatchObject({ lastName: 'Silent' })
  expect(await roleOf('reader')).toBe(readOnly)
  const { items } = await (await admin()).tell(syncs.rows, { id, pageSize: 100 })
  expect(new Map(items.map(row => [row.anchor, row.reason]))).toEqual(
    new Map([
      ['here', 'state-not-stated'],
      ['gone', 'state-not-stated'],
      ['new', 'state-not-stated'],
      ['reader', 'roles-not-stated'],
    ]),
  )
  expect((await run(connection)).total).toBe(0)

  put('reader', { duty: [] })
  put('here', {}, { active: false })
  await run(connection)
  expect([await roleOf('reader'), await roleOf('manager')]).toEqual([undefined, userManagement])
  expect((await one('here'))?.status).toBe(userStatus.suspended)
})
