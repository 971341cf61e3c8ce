import { setTimeout as sleep } from 'node:timers/promises'
import { connections } from '@claviger/contract/directories/connections'
import { ldap } from '@claviger/contract/directories/ldap'
import { type SyncRun, syncs } from '@claviger/contract/directories/syncs'
import { groups } from '@claviger/contract/people/groups'
import { users, userStatus } from '@claviger/contract/people/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { oddPeople, oddSlapdUsers } from '#test/people/odd-people.ts'
import { hasSlapd, slapdBase, slapdForm, slapdReader, startSlapd, type Slapd } from '#test/emulators/slapd.ts'
import { ldapRuns } from '#test/api/sync-runs.ts'
import { loopback } from '#test/app/loopback.ts'
import { syncTask } from '../syncs/syncs.jobs.ts'

const home = await startTestApp(loopback)
const { clock } = home
const { owner, admin, connect, run } = ldapRuns(home)
const many = 100
const all = oddPeople.length + 4 + many

describe.skipIf(!hasSlapd())('users of slapd', () => {
  let slapd: Slapd
  let connection = ''
  let first: SyncRun
  const form = (more: object = {}) => slapdForm(slapd, { name: 'Corp', ...more })
  beforeAll(async () => {
    slapd = await startSlapd(oddSlapdUsers(many))
    connection = await connect(form())
    first = await run(connection)
  })
  afterAll(() => slapd.stop())
  const found = async (search: string) => (await (await admin()).tell(users.list, { search })).items
  const filtered = async (personFilter: string) =>
    (await admin()).tell(ldap.update, form({ id: connection, personFilter }))

  test('are imported with their groups, including unusual values, then nothing is written, then only changes', async () => {
    expect(first).toMatchObject({ state: 'done', whole: true, counts: { seen: all, added: all - 1, groups: 5 } })
    expect((await found('Größe'))[0]).toMatchObject({ userId: 'umlaut', email: 'umlaut@example.test' })
    expect((await found('emoji@example.test'))[0]).toMatchObject({ firstName: 'Zoë' })
    expect((await found('expired@example.test'))[0]?.status ?? 'not added').toBe('not added')
    const [outer] = (await (await admin()).tell(groups.list, { search: 'Outer' })).items
    const inside = await (await admin()).tell(users.list, { group: outer?.id })
    expect(inside.items.map(({ userId }) => userId).toSorted()).toEqual(['comma', 'two', 'umlaut'])
    expect(await run(connection)).toMatchObject({ state: 'done', total: 0, counts: { added: 0, changed: 0 } })
    clock.forward(200_000)
    await run(connection)
    // Directory timestamps have whole seconds, and only our own clock was advanced
    await sleep(1100)
    slapd.modify(`dn: cn=Person 1,ou=people,${slapdBase}\nchangetype: modify\nreplace: sn\nsn: Wed\n`)
    slapd.modify(
      `dn: cn=Inner,ou=groups,${slapdBase}\nchangetype: modify\nadd: member\nmember: cn=Person 1,ou=people,${slapdBase}\n`,
    )
    const changed = await run(connection)
    expect(changed).toMatchObject({ whole: false, counts: { seen: 1, changed: 1, memberships: 2 } })
    expect((await found('p1@example.test'))[0]).toMatchObject({ lastName: 'Wed' })
  })

  test('who were deleted are suspended within fifteen minutes, or by the daily complete read', async () => {
    clock.forward(16 * 60_000)
    await run(connection)
    slapd.modify(`dn: cn=Person 2,ou=people,${slapdBase}\nchangetype: delete\n`)
    expect((await run(connection)).counts).toMatchObject({ leaving: 0 })
    clock.forward(16 * 60_000)
    expect(await run(connection)).toMatchObject({ whole: false, counts: { leaving: 1 } })
    expect((await found('p2@example.test'))[0]?.status).toBe(userStatus.suspended)
    slapd.modify(`dn: cn=Person 4,ou=people,${slapdBase}\nchangetype: delete\n`)
    clock.forward(25 * 3_600_000)
    expect(await run(connection)).toMatchObject({ whole: true, counts: { leaving: 1 } })
  })

  test('who were deleted are suspended by the next scheduled run, also shortly after a run by hand', async () => {
    clock.forward(16 * 60_000)
    await run(connection)
    slapd.modify(`dn: cn=Person 6,ou=people,${slapdBase}\nchangetype: delete\n`)
    clock.forward(10 * 60_000)
    await syncTask.work(home.world, new AbortController().signal)
    const statusNow = async () => (await found('p6@example.test'))[0]?.status
    await expect.poll(statusNow, { timeout: 10_000 }).toBe(userStatus.suspended)
  })

  test('stay if the filter has a typo: the safety threshold stops the run, and the next run corrects it', async () => {
    await filtered('(&(objectClass=inetOrgPerson)(uid=p1*))')
    const stopped = await run(connection)
    expect(stopped).toMatchObject({ state: 'braked', overBrake: true })
    expect(stopped.exceeds).toContain('access')
    expect(stopped.counts.leaving).toBeGreaterThan(80)
    expect((await found('p3@example.test'))[0]?.status).not.toBe(userStatus.suspended)
    await (await owner()).tell(syncs.stop, { id: stopped.id })
    await filtered('(objectClass=inetOrgPerson)')
    expect(await run(connection)).toMatchObject({ state: 'done', counts: { leaving: 0 } })
  })

  test('and groups stay if the group filter has a typo: the run waits, and correcting it loses nothing', async () => {
    const asAdmin = await admin()
    const before = (await asAdmin.tell(groups.list, { type: 'external', pageSize: 100 })).items
    const { groupFilter: usual } = await asAdmin.tell(ldap.get, { id: connection })
    const withGroups = async (groupFilter: string) =>
      (await admin()).tell(ldap.update, form({ id: connection, groupFilter }))
    await withGroups('(cn=Nohting)')
    const stopped = await run(connection)
    expect(stopped).toMatchObject({ state: 'braked', counts: { groupsLeaving: before.length } })
    expect(stopped.exceeds).toContain('groups')
    const now = async () => (await (await admin()).tell(groups.list, { type: 'external', pageSize: 100 })).items
    expect(await now()).toEqual(before)
    await (await owner()).tell(syncs.agree, { id: stopped.id, leaving: 0 })
    await expect.poll(async () => (await now()).every(group => group.endedAt !== null), { timeout: 10_000 }).toBe(true)
    await withGroups(usual)
    await run(connection)
    expect(await now()).toEqual(before)
  })

  test.each([
    ['the base no longer exists', { baseDn: `ou=gone,${slapdBase}` }, 'not there'],
    ['the server is unreachable', { ldapUrl: 'ldap://127.0.0.1:9' }, 'refused the connection'],
    ['the password is wrong', { password: 'changed' }, 'password is wrong'],
  ])('stay if %s, and the page says so', async (_what, wrong, says) => {
    const becomes = async (more: object) => {
      const approved = { id: connection, roles: [], touchesRank: false, privateHosts: ['127.0.0.1'] }
      await (await admin()).tell(ldap.update, form({ id: connection, ...more }))
      await (await owner()).tell(connections.approve, approved)
    }
    await becomes(wrong)
    const failed = await run(connection)
    expect(failed).toMatchObject({ state: 'failed', total: 0, reason: expect.stringContaining(says) as string })
    expect((await found('p3@example.test'))[0]?.status).not.toBe(userStatus.suspended)
    expect(await (await admin()).tell(connections.get, { id: connection })).toMatchObject({ connection: 'failed' })
    await becomes({ password: slapdReader.password })
  })
})
