// What a unit administrator must not reach by bulk acts, files, and external lists.
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { type UserImport, userImport } from '@claviger/contract/people/user-import'
import { users } from '@claviger/contract/people/users'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'

const { app, as, given } = await startTestApp()
const owner = as(given.owner.accessToken)
const mine: string[] = []
const strangers: string[] = []
let ward = ''
let everyone = ''
let token = ''
let unitAdmin = owner

const addUser = async (userId: string, more: object = {}) => {
  const form = { userId, firstName: 'Reach', lastName: userId, email: `${userId}@reach.example` }
  return (await owner.tell(users.create, { ...form, ...more })).id
}
const suspended = async (id: string) => (await owner.tell(users.get, { id })).status === 40

beforeAll(async () => {
  ward = (await owner.tell(units.create, { name: 'Ward 3' })).id
  for (let n = 0; n < 60; n++) mine.push(await addUser(`mine${n}`, { organizationUnits: [ward] }))
  for (let n = 0; n < 3; n++) strangers.push(await addUser(`stranger${n}`))
  const admin = await addUser('uma')
  const additionalPermissions = [3]
  await testData({ as, given }).appointOver(admin, [ward], 3, additionalPermissions)
  token = (await given.session({ id: admin, workspace: given.owner.workspace })).accessToken
  unitAdmin = as(token)
  everyone = (await owner.tell(groups.ids, {})).items.find(group => group.type === 0)?.id as string
  await given.addActiveKeys([...mine, ...strangers])
})

describe('bulk actions of a unit administrator', () => {
  test('preview only users of the unit, and treat other users as unknown', async () => {
    const all = await unitAdmin.tell(bulkRuns.preview, { act: 'suspend', all: true })
    expect(all).toMatchObject({ total: 60, able: 60, unable: [] })
    const ids = [mine[0] as string, ...strangers]
    const some = await unitAdmin.tell(bulkRuns.preview, { act: 'suspend', ids })
    expect(some).toMatchObject({ able: 1, unable: [{ reason: 'unknown', count: 3, names: [] }] })
  })

  test('skip users outside the unit when they run immediately', async () => {
    const run = await unitAdmin.tell(bulkRuns.suspend, { ids: [mine[0] as string, ...strangers] })
    expect(run).toMatchObject({ total: 4, succeeded: 1 })
    expect(await suspended(strangers[0] as string)).toBe(false)
    const rows = await unitAdmin.tell(bulkRuns.rows, { id: run.id, refused: 'true' })
    expect(rows.items.every(row => row.name === null && row.userId === null)).toBe(true)
    await unitAdmin.tell(bulkRuns.undo, { id: run.id })
    expect(await suspended(mine[0] as string)).toBe(false)
  })

  test('skip users outside the unit when they run as a job', async () => {
    const { id } = await unitAdmin.tell(bulkRuns.suspend, { ids: [...mine, ...strangers] })
    await vi.waitFor(
      async () => expect(await unitAdmin.tell(bulkRuns.get, { id })).toMatchObject({ processed: 63, succeeded: 60 }),
      { timeout: 15_000, interval: 100 },
    )
    expect(await suspended(mine[59] as string)).toBe(true)
    for (const stranger of strangers) expect(await suspended(stranger)).toBe(false)
    expect((await as(given.owner.accessToken).tell(bulkRuns.list, {})).items.map(run => run.id)).toContain(id)
  })

  test('of other administrators are hidden', async () => {
    const theirs = await owner.tell(bulkRuns.activate, { ids: strangers.slice(0, 1) })
    expect(await unitAdmin.ask(bulkRuns.get, { id: theirs.id })).toMatchObject({ status: 404 })
    expect((await unitAdmin.tell(bulkRuns.list, {})).items.map(run => run.id)).not.toContain(theirs.id)
  })

  test('add no users to a unit or group outside their reach', async () => {
    const lab = (await owner.tell(units.create, { name: 'Laboratory' })).id
    const target = (await owner.tell(groups.create, { name: 'Chemists' })).id
    const ids = mine.slice(0, 1)
    expect(await unitAdmin.ask(bulkRuns.addToUnit, { ids, target: lab })).toMatchObject({ status: 404 })
    expect(await unitAdmin.ask(bulkRuns.addToGroup, { ids, target })).toMatchObject({ status: 404 })
    const taken = await unitAdmin.tell(bulkRuns.addToUnit, { ids: strangers, target: ward })
    expect(taken).toMatchObject({ succeeded: 0 })
    expect((await owner.tell(units.get, { id: ward })).userCount).toBe(60)
  })
})

describe('groups as a unit administrator sees them', () => {
  test('count only users of the unit', async () => {
    expect(await unitAdmin.tell(groups.get, { groupId: everyone })).toMatchObject({ userCount: 60 })
    expect((await unitAdmin.tell(groups.members, { groupId: everyone, search: 'stranger' })).items).toEqual([])
  })

  test('of the unit can be suspended, which affects only members in the unit', async () => {
    const shared = (
      await owner.tell(groups.create, { name: 'Shared', users: [mine[1] as string, strangers[1] as string] })
    ).id
    expect(await unitAdmin.ask(groups.suspendMany, { ids: [shared] })).toMatchObject({ status: 404 })
    await owner.tell(units.update, { id: ward, name: 'Ward 3', groups: [shared] })
    expect(await unitAdmin.tell(groups.get, { groupId: shared })).toMatchObject({ userCount: 1 })
    await unitAdmin.tell(groups.suspendMany, { ids: [shared], suspend: true })
    expect(await suspended(strangers[1] as string)).toBe(false)
    const joined = await unitAdmin.tell(groups.addToUser, { id: mine[2] as string, groups: [shared] })
    expect(joined).toMatchObject({ added: 1 })
  })

  test('look up only users of the unit from a pasted list', async () => {
    const { found, unknown } = await unitAdmin.tell(groups.lookup, {
      values: ['mine3', 'stranger0', 'stranger1@reach.example'],
    })
    expect(found.map(one => one.id)).toEqual([mine[3]])
    expect(unknown).toEqual(['stranger0', 'stranger1@reach.example'])
  })
})

describe('files of a unit administrator', () => {
  test('export only users of the unit', async () => {
    for (const format of ['csv', 'json']) {
      const url = `/administrator/tokens/v2/export?format=${format}`
      const { body } = await app.inject({ url, headers: { authorization: token } })
      expect(body).toContain('mine7')
      expect(body).not.toMatch(/stranger|byron/i)
    }
  })

  test('import changes to users of the unit, add new ones to it, and refuse others', async () => {
    const csv =
      'User ID,First name,Last name,Email\nmine4,New,Name,mine4@reach.example\nstranger0,New,Name,stranger0@reach.example\nfresh,Fresh,Face,fresh@reach.example\n'
    const headers = { authorization: token, 'content-type': 'text/csv' }
    const sent = await app.inject({
      method: 'POST',
      url: '/administrator/tokens/import?fileName=a.csv',
      headers,
      payload: csv,
    })
    const { id, mapping } = sent.json<UserImport>()
    const reach = (state: string) =>
      vi.waitFor(async () => expect((await unitAdmin.tell(userImport.get, { id })).state).toBe(state), {
        timeout: 15_000,
        interval: 50,
      })
    await unitAdmin.tell(userImport.map, { id, mapping })
    await reach('reviewed')
    await unitAdmin.tell(userImport.start, { id })
    await reach('done')
    expect(await owner.tell(users.get, { id: mine[4] as string })).toMatchObject({ firstName: 'New' })
    expect(await owner.tell(users.get, { id: strangers[0] as string })).toMatchObject({ firstName: 'Reach' })
    expect((await unitAdmin.tell(users.list, { search: 'fresh', also: ['organizationUnits'] })).items).toMatchObject([
      { userId: 'fresh', organizationUnits: [{ id: ward }] },
    ])
  })
})
