import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { Run } from '@claviger/contract/work/runs'
import { savedViews } from '@claviger/contract/people/saved-views'
import { userImport } from '@claviger/contract/people/user-import'
import { users, userStatus } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { addCrowd } from '#test/people/crowd.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { app, as, given } = home
const { workspace } = given.owner
const everybody = as(given.owner.accessToken)
const { addUnit, appointOver } = testData(home)

const own = await addCrowd(home, 'own', 60)
const foreign = await addCrowd(home, 'foreign', 60)
const ward = await addUnit('Ward 3', own)
const uma = await given.addUser('Uma', 'Units')
await appointOver(uma, [ward])
const { accessToken } = await given.session({ id: uma, workspace })
const unitAdmin = as(accessToken)

async function ended(run: Run): Promise<Run> {
  for (let tries = 0; tries < 200; tries++) {
    const now = await unitAdmin.tell(bulkRuns.get, { id: run.id })
    if (now.finishedAt !== null) return now
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('the run does not end')
}
const mine = async () => (await everybody.tell(users.total, { unit: ward })).total
const statusOf = async (id: string | undefined) => (await everybody.tell(users.get, { id: id as string })).status

test.each([
  ['in one call', 3],
  ['in a job', 60],
])('users outside the unit are unknown to a bulk action %s', async (_how, count) => {
  const ids = [...own.slice(0, count), ...foreign.slice(0, count)]
  expect(await unitAdmin.tell(bulkRuns.preview, { act: 'deactivate', ids })).toMatchObject({
    able: count,
    unable: [{ reason: 'unknown', count, names: [] }],
  })
  const run = await ended(await unitAdmin.tell(bulkRuns.deactivate, { ids }))
  expect(run).toMatchObject({ total: 2 * count, succeeded: count })
  expect(await statusOf(own[0])).toBe(userStatus.pending)
  expect(await statusOf(foreign[0])).toBe(userStatus.active)
  await ended(await unitAdmin.tell(bulkRuns.undo, { id: run.id }))
  expect(await statusOf(own[0])).toBe(userStatus.active)
})

test('selecting all matches only users of the unit, and runs of other administrators are hidden', async () => {
  expect(await unitAdmin.tell(bulkRuns.preview, { act: 'deactivate', all: true })).toMatchObject({
    total: await mine(),
  })
  const theirs = await everybody.tell(bulkRuns.deactivate, { ids: foreign.slice(-2) })
  expect(await unitAdmin.ask(bulkRuns.get, { id: theirs.id })).toMatchObject({ status: 404 })
  expect((await unitAdmin.tell(bulkRuns.list, {})).items.every(run => run.actorName === 'Uma Units')).toBe(true)
})

test('the export contains only users of the unit', async () => {
  const { body } = await app.inject({ url: '/administrator/tokens/v2/export', headers: { authorization: accessToken } })
  expect(body.trimEnd().split('\r\n')).toHaveLength((await mine()) + 1)
})

test('an import adds users to the unit and changes no others', async () => {
  const csv =
    'User ID,First name,Last name,Email\nforeign5,Taken,Over,foreign5@throng.example\nfresh,Fresh,Face,fresh@units.example\nown1,Own,Renamed,own1@throng.example\n'
  const of = await unitAdmin.tell(userImport.upload, { csv })
  await unitAdmin.tell(userImport.map, { id: of.id, mapping: of.mapping })
  const reach = async (state: string) => {
    for (let tries = 0; tries < 200; tries++) {
      const now = await unitAdmin.tell(userImport.get, { id: of.id })
      if (now.state === state) return now
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    throw new Error(`the import does not become ${state}`)
  }
  await reach('reviewed')
  await unitAdmin.tell(userImport.start, { id: of.id })
  expect(await reach('done')).toMatchObject({ created: 1, updated: 1, refused: 1 })
  const fresh = (await unitAdmin.tell(users.list, { search: 'fresh', also: ['organizationUnits'] })).items[0]
  expect(fresh?.organizationUnits).toMatchObject([{ name: 'Ward 3' }])
  expect((await everybody.tell(users.get, { id: foreign[4] as string })).firstName).toBe('foreign')
})

test('unit administrators can save views', async () => {
  await unitAdmin.tell(savedViews.save, { list: 'users', name: 'Mine', query: 'status=20' })
  expect((await unitAdmin.tell(savedViews.list, { list: 'users' })).items).toMatchObject([{ name: 'Mine' }])
})
