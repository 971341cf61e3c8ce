import { env } from 'node:process'
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
// PEOPLE tries more: 10,000 take 20 s
const crowd = crowdOfSlapd(Number(env['PEOPLE'] ?? 1000))

async function written(): Promise<unknown> {
  const { rows } = await home.world.superPool.query(`
    select (select md5(string_agg(id || xmin::text, ',' order by id)) from users) as users,
      (select md5(string_agg(anchor || xmin::text, ',' order by anchor)) from directory_links) as links,
      (select md5(string_agg(group_id || user_id::text || xmin::text, ',' order by group_id, user_id)) from group_members) as members,
      (select md5(string_agg(id || xmin::text, ',' order by id)) from groups) as groups`)
  return rows[0]
}

describe.skipIf(!hasSlapd())('odd people', () => {
  let slapd: Slapd
  let connection = ''
  beforeAll(async () => {
    slapd = await startSlapd(crowd.ldif)
    connection = await connect(slapdForm(slapd, { name: 'Crowd' }))
  }, 60_000)
  afterAll(() => slapd.stop())

  test('all come, as they are, with a note on what was replaced, and the second time nothing is written', async () => {
    const first = await run(connection)
    const { seen, added } = crowd.counts
    expect(first).toMatchObject({ state: 'done', whole: true, counts: { seen, added, refused: 0, clashes: 0 } })
    const asAdmin = await admin()
    expect(first.succeeded).toBe(first.total)
    const noted = async (search: string) => {
      const { items } = await asAdmin.tell(syncs.rows, { id: first.id, search, doing: 'person', pageSize: 100 })
      return new Set(items.map(row => row.reason))
    }
    expect(await noted('twice')).toEqual(new Set(['user-id-shared']))
    expect(await noted('No Login')).toEqual(new Set(['no-user-id']))
    expect(await noted('Too long')).toEqual(new Set(['too-long']))
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
