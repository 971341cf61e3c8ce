import { groups } from '@claviger/contract/people/groups'
import { syncs } from '@claviger/contract/directories/syncs'
import { users } from '@claviger/contract/people/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { crowdOfSlapd } from '#test/people/odd-crowd.ts'
import { hasSlapd, slapdForm, startSlapd, type Slapd } from '#test/emulators/slapd.ts'
import { ldapRuns } from '#test/api/sync-runs.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { connect, run, admin } = ldapRuns(home)
const crowd = crowdOfSlapd(10_000)

async function written(): Promise<unknown> {
  const { rows } = await home.world.superPool.query(`
    select (select md5(string_agg(id || xmin::text, ',' order by id)) from users) as users,
      (select md5(string_agg(anchor || xmin::text, ',' order by anchor)) from directory_links) as links,
      (select md5(string_agg(group_id || user_id::text || xmin::text, ',' order by group_id, user_id)) from group_members) as members,
      (select md5(string_agg(id || xmin::text, ',' order by id)) from groups) as groups`)
  return rows[0]
}

describe.skipIf(!hasSlapd())('ten thousand people', () => {
  let slapd: Slapd
  let connection = ''
  beforeAll(async () => {
    slapd = await startSlapd(crowd.ldif)
    connection = await connect(slapdForm(slapd, { name: 'Crowd' }))
  }, 60_000)
  afterAll(() => slapd.stop())

  test('come as they are, those who cannot come with the reason, and the second time nothing is written', async () => {
    const first = await run(connection)
    const { seen, added, refused } = crowd.counts
    expect(first).toMatchObject({ state: 'done', whole: true, counts: { seen, refused } })
    const asAdmin = await admin()
    const twice = await asAdmin.tell(syncs.rows, { id: first.id, refused: true, search: 'twice', pageSize: 100 })
    expect(new Set(twice.items.map(row => row.reason))).toEqual(new Set(['taken']))
    expect(first.counts.added).toBe(added)
    for (const [search, name] of crowd.samples) {
      const [found] = (await asAdmin.tell(users.list, { search })).items
      expect(`${found?.firstName} ${found?.lastName}`).toBe(name)
    }
    const large = (await asAdmin.tell(groups.list, { search: 'Large' })).items[0]
    expect(large?.userCount).toBe(crowd.counts.large)
    const loops = (await asAdmin.tell(groups.list, { search: 'Circle' })).items
    expect(loops.map(one => one.userCount)).toEqual([3, 3, 3])

    const before = await written()
    const second = await run(connection)
    expect(second).toMatchObject({
      state: 'done',
      succeeded: 0,
      counts: { seen, added: 0, changed: 0, groups: 0, memberships: 0, leaving: 0 },
    })
    expect(await written()).toEqual(before)
  }, 120_000)
})
