import { connections } from '@claviger/contract/directories/connections'
import { syncs } from '@claviger/contract/directories/syncs'
import { users, userStatus } from '@claviger/contract/people/users'
import { expect, test, vi } from 'vitest'
import { directories } from '../api/directories.ts'
import { fakePerson, fakeSource } from '../emulators/fake-source.ts'
import { startTestApp } from '../app/test-app.ts'

const home = await startTestApp()
const { as, given } = home
const { add } = directories(home)
const admin = as(given.administrator.accessToken)
const ldap = fakeSource(6)
const { id } = await add({ kind: 6, name: 'Chooses' })

const choose = async (more: object) =>
  as((await given.session(given.administrator)).accessToken).tell(connections.update, { id, ...more })
async function run() {
  const begun = await as((await given.session(given.administrator)).accessToken).tell(syncs.begin, { connection: id })
  return vi.waitFor(
    async () => {
      const now = await admin.tell(syncs.get, { id: begun.id })
      expect(now.finishedAt !== null || now.state === 'braked').toBe(true)
      return now
    },
    { timeout: 20_000, interval: 50 },
  )
}
const come = (name: string, lastName = 'Fake') => ldap.people.set(name, fakePerson(name, { lastName }))
const here = async () =>
  (await admin.tell(users.list, { search: 'xylo', sort: 'userId' })).items.map(one => [one.lastName, one.status])
const isNew = userStatus.newUser
const out = userStatus.suspended

test('a directory writes new users, known users, or both, as its setting says (mode) (R194)', async () => {
  for (const name of ['xylo0', 'xylo1']) come(name)
  await choose({ mode: 1 })
  await run()
  come('xylo0', 'Renamed')
  await run()
  expect(await here()).toEqual([
    ['Fake', isNew],
    ['Fake', isNew],
  ])
  await choose({ mode: 3 })
  come('xylo2')
  await run()
  expect(await here()).toEqual([
    ['Renamed', isNew],
    ['Fake', isNew],
  ])
  await choose({ mode: 2 })
  await run()
  expect(await here()).toHaveLength(3)
})

test('users who leave are marked or suspended, and a run stops at the safety threshold (leaving, brake)', async () => {
  await choose({ leaving: 'mark' })
  ldap.people.delete('xylo0')
  // An empty directory is never trusted
  come('yodel')
  await run()
  expect((await here()).map(([, status]) => status)).toEqual([isNew, isNew, isNew])
  ldap.people.delete('xylo1')
  ldap.people.delete('xylo2')
  // Both limits, users and percentage, must be exceeded
  await choose({ leaving: 'suspend', brake: { people: 1, percent: 0 } })
  expect(await run()).toMatchObject({ state: 'braked' })
  await choose({ brake: { people: 1, percent: 100 } })
  expect(await run()).toMatchObject({ state: 'done' })
  expect((await here()).filter(([, status]) => status === out).length).toBeGreaterThanOrEqual(2)
})
