import { apiApplications } from '@claviger/contract/connect/api-applications'
import { connections } from '@claviger/contract/directories/connections'
import { entra as entraCalls } from '@claviger/contract/directories/entra'
import { ldap } from '@claviger/contract/directories/ldap'
import { links } from '@claviger/contract/directories/links'
import { syncs } from '@claviger/contract/directories/syncs'
import { groups } from '@claviger/contract/people/groups'
import { users, userSources, userStatus } from '@claviger/contract/people/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '#platform/clock.ts'
import { entraEmulator } from '#test/emulators/entra/entra.ts'
import { importRoles, seededClient, seededSecret } from '#test/emulators/entra/seed.ts'
import { hasSlapd, type Slapd, slapdBase, slapdForm, startSlapd } from '#test/emulators/slapd.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { loopback } from '#test/app/loopback.ts'
import { ldapRuns } from '#test/api/sync-runs.ts'
import { ldif } from '#test/people/odd-people.ts'
import { syncTask } from '../../syncs/syncs.jobs.ts'

const home = await startTestApp(loopback)
const { world, clock } = home
const { owner, admin, connect, run } = ldapRuns(home)
const people = 250
const inWard = 20
const name = (at: number) => `nurse${String(at)}`
const dn = (at: number) => `uid=${name(at)},ou=people,${slapdBase}`
const corp = Array.from({ length: people }, (_, at) =>
  ldif(dn(at), {
    objectClass: 'inetOrgPerson',
    uid: name(at),
    cn: `Nurse ${String(at)}`,
    givenName: 'Nurse',
    sn: `Number ${String(at)}`,
    mail: `${name(at)}@corp.test`,
  }),
).join('')
const ward = ldif(`cn=Ward,ou=groups,${slapdBase}`, {
  objectClass: 'groupOfNames',
  cn: 'Ward',
  member: Array.from({ length: inWard }, (_, at) => dn(at)),
})

/** The objectGUID of Active Directory as Microsoft Entra Connect sends it: Base64 of its bytes, in their own order. */
function immutableIdOf(guid: string): string {
  const hex = guid.replaceAll('-', '')
  const pairs = hex.match(/../g) ?? []
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
  return Buffer.from(order.map(at => pairs[at] ?? '').join(''), 'hex').toString('base64')
}

describe.skipIf(!hasSlapd())('users of Active Directory and Entra ID', () => {
  let slapd: Slapd
  let ad = ''
  let cloud = ''
  let wardThere = ''
  let entra: Awaited<ReturnType<typeof entraEmulator>>
  const accounts = new Map<number, string>()
  const filter = async (personFilter: string) =>
    (await admin()).tell(ldap.update, slapdForm(slapd, { id: ad, name: 'Corp', personFilter }))
  const foundBy = async (search: string) => {
    const me = await admin()
    return me.tell(users.get, { id: (await me.tell(users.list, { search })).items[0]?.id ?? '' })
  }
  const found = (at: number) => foundBy(`${name(at)}@corp.test`)
  const groupsCalled = async (search: string) => (await (await admin()).tell(groups.list, { search })).items
  const membersOf = async (id: string) => (await (await admin()).tell(users.list, { group: id, pageSize: 100 })).total
  const runs = async (which: string) => run(which, { type: which === ad ? 6 : 1 })

  beforeAll(async () => {
    slapd = await startSlapd(`${corp}\n${ward}`)
    entra = await entraEmulator()
    entra.clients.set(seededClient, { name: 'C', secret: seededSecret, roles: new Set(importRoles) })
    ad = await connect(slapdForm(slapd, { name: 'Corp' }))
  })
  afterAll(async () => {
    await slapd.stop()
    await entra.close()
  })

  /** They are the same users: by immutable ID, once an owner approved it; each directory adds its own */
  const areTheSameUsers = async () => {
    const first = await runs(ad)
    expect(first).toMatchObject({ state: 'done', counts: { added: people, groups: 1 } })
    const pages = [1, 2, 3].map(async page => (await admin()).tell(syncs.rows, { id: first.id, page, pageSize: 100 }))
    const rows = (await Promise.all(pages)).flatMap(({ items }) => items)
    for (const { anchor, name: shown } of rows) {
      const at = Number(/Nurse Number (\d+)/.exec(shown ?? '')?.[1] ?? -1)
      if (at < 0) continue
      // The user principal name differs, as in many tenants: only the immutable ID says who it is
      const id = entra.directory.addUser(`${name(at)}@clinic.onmicrosoft.test`, {
        mail: `${name(at)}@clinic.onmicrosoft.test`,
        onPremisesImmutableId: immutableIdOf(anchor),
      })
      accounts.set(at, id)
    }
    expect(accounts.size).toBe(people)
    wardThere = entra.directory.addGroup(
      'Ward cloud',
      [0, 1, 40].map(at => accounts.get(at) ?? ''),
    )
    const me = await owner()
    const tenant = { tenantId: entra.tenant, clientId: seededClient, address: entra.address, secret: seededSecret }
    const { id: application } = await me.tell(apiApplications.create, { name: 'Clinic', type: 'azure', ...tenant })
    const settings = { scope: { by: 'all' as const }, guests: false, groups: true }
    cloud = (await me.tell(entraCalls.create, { name: 'Clinic', application, settings })).id
    const reach = { id: cloud, roles: [], touchesRank: false, privateHosts: [] }
    await me.tell(connections.approve, reach)
    const asked = await runs(cloud)
    expect(asked).toMatchObject({ state: 'done', counts: { added: 0, clashes: people } })
    const { items } = await (await admin()).tell(links.clashes, { connection: cloud, pageSize: 1 })
    expect(items[0]).toMatchObject({ because: 'immutable-id' })
    await (await owner()).tell(connections.approve, { ...reach, joins: true })
    expect(await runs(cloud)).toMatchObject({ state: 'done', counts: { clashes: 0, groups: 0 } })
    expect((await (await admin()).tell(users.list, { search: 'nurse' })).total).toBe(people)
    // The leading directory decides all fields that it maps
    expect(await found(1)).toMatchObject({ email: 'nurse1@corp.test', source: userSources.ldap })
    const full = await found(1)
    const keepers = await (await admin()).tell(links.keeper, { userId: full.id })
    expect(keepers).toMatchObject({ keeper: { name: 'Corp' }, others: [{ name: 'Clinic' }] })
    expect(await runs(cloud)).toMatchObject({ state: 'done', counts: { changed: 0, memberships: 0 } })
  }

  /** They lose access within 15 minutes when they leave the leading directory, and only then */
  const followTheLeadingDirectory = async () => {
    entra.directory.change(accounts.get(2) ?? '', { accountEnabled: false })
    entra.directory.remove(accounts.get(3) ?? '')
    await runs(cloud)
    expect([(await found(2)).status, (await found(3)).status]).not.toContain(userStatus.suspended)
    // Those two would lose access if the other directory led
    const me = await admin()
    expect(await me.tell(connections.losses, { without: ad })).toEqual({ users: 2, owners: [], passwords: 0 })
    expect(await me.tell(connections.losses, { order: [cloud, ad] })).toMatchObject({ users: 2 })
    expect(await me.tell(connections.losses, { without: cloud })).toMatchObject({ users: 0 })
    slapd.modify(`dn: ${dn(5)}\nchangetype: delete\n`)
    clock.forward(minutes(16))
    await syncTask.work(world, new AbortController().signal)
    await expect.poll(async () => (await found(5)).status, { timeout: 20_000 }).toBe(userStatus.suspended)
    await runs(cloud)
    expect((await found(5)).status).toBe(userStatus.suspended)
  }

  /** They stay through a filter with a typo: the run asks, and the corrected filter changes nothing */
  const stayThroughATypo = async () => {
    const [group] = await groupsCalled('Ward')
    const before = await membersOf(group?.id ?? '')
    await filter('(&(objectClass=inetOrgPerson)(uid=nurse1*))')
    const stopped = await runs(ad)
    expect(stopped).toMatchObject({ state: 'braked', exceeds: expect.arrayContaining(['access']) as unknown })
    await (await owner()).tell(syncs.stop, { id: stopped.id })
    await filter('(objectClass=inetOrgPerson)')
    expect(await runs(ad)).toMatchObject({ state: 'done', counts: { leaving: 0, membershipsRemoved: 0 } })
    expect((await found(200)).status).not.toBe(userStatus.suspended)
    expect(await membersOf(group?.id ?? '')).toBe(before)
  }

  /** Their groups can be linked: each user is a member as the first of the directories says */
  const shareGroups = async () => {
    const [there] = await groupsCalled('Ward cloud')
    const here = (await groupsCalled('Ward')).find(one => one.name === 'Ward')
    const me = await owner()
    await me.tell(links.linkGroups, { group: here?.id ?? '', other: there?.id ?? '' })
    expect(await groupsCalled('Ward cloud')).toEqual([])
    for (const which of [ad, cloud, ad, cloud]) await runs(which)
    // Active Directory decides the membership of users of both directories: 20, one of them left
    expect(await membersOf(here?.id ?? '')).toBe(inWard - 1)
    const only = entra.directory.addUser('guest.doctor@clinic.onmicrosoft.test', { givenName: 'Guest' })
    entra.directory.setMembers(wardThere, [only])
    await runs(cloud)
    expect(await membersOf(here?.id ?? '')).toBe(inWard)
    expect(await runs(cloud)).toMatchObject({ counts: { memberships: 0 } })
    expect(await me.ask(links.linkGroups, { group: here?.id ?? '', other: here?.id ?? '' })).toMatchObject({
      body: { code: 'groups-not-linkable' },
    })
  }

  /** An administrator can unlink one from a directory, which doesn't link the user again */
  const stayUnlinked = async () => {
    const me = await owner()
    const { id } = await found(9)
    await me.tell(links.unlink, { what: 'user', id, connection: cloud })
    expect(await me.ask(links.unlink, { what: 'user', id, connection: cloud })).toMatchObject({ status: 404 })
    expect(await runs(cloud)).toMatchObject({ state: 'done', counts: { added: 0, clashes: 1 } })
    expect(await (await admin()).tell(links.keeper, { userId: id })).toMatchObject({ others: [] })
    await me.tell(links.unlink, { what: 'user', id, connection: ad })
    expect((await found(9)).source).toBe(userSources.local)
    expect(await runs(ad)).toMatchObject({ state: 'done', counts: { added: 0, clashes: 1 } })
    // The conflicts that are kept separate link the user again
    const kept = await me.tell(links.clashes, { connection: ad, apart: 'true' })
    expect(kept.items).toMatchObject([{ apart: true, user: { id } }])
    await me.tell(links.link, { connection: ad, anchor: kept.items[0]?.anchor ?? '' })
    expect(await runs(ad)).toMatchObject({ state: 'done', counts: { added: 0, clashes: 0 } })
    expect((await found(9)).source).toBe(userSources.ldap)
    await me.tell(links.unlink, { what: 'user', id, connection: ad })
    const [shared] = await groupsCalled('Ward')
    await me.tell(links.unlink, { what: 'group', id: shared?.id ?? '', connection: ad })
    // The group has the members from Entra ID, and Active Directory gets its own group again
    for (const which of [cloud, ad]) await runs(which)
    const all = await groupsCalled('Ward')
    expect(all.map(one => `${one.name} of ${one.source?.name}`).toSorted()).toEqual([
      'Ward cloud of Clinic',
      'Ward of Corp',
    ])
    // The unlinked user keeps the group
    expect(await membersOf(shared?.id ?? '')).toBe(2)
  }

  /** They follow another order, and fields that an owner gave to one directory */
  const followPrecedence = async () => {
    const me = await owner()
    const brake = { people: 1000, percent: 100, changesPercent: 100 }
    for (const id of [ad, cloud]) await me.tell(connections.update, { id, brake })
    await me.tell(connections.precedence, { order: [ad, cloud], fields: [{ field: 'email', connection: cloud }] })
    for (const which of [ad, cloud])
      expect(await runs(which)).toMatchObject({ counts: { changed: which === ad ? 0 : people - 2 } })
    const byCloud = await foundBy('nurse7@clinic')
    expect(byCloud).toMatchObject({ userId: 'nurse7', email: 'nurse7@clinic.onmicrosoft.test' })
    await (await owner()).tell(connections.precedence, { order: [cloud, ad], fields: [] })
    for (const which of [ad, cloud]) await runs(which)
    const led = await foundBy('nurse8@clinic')
    expect(led).toMatchObject({ userId: 'nurse8@clinic.onmicrosoft.test', source: userSources.entra })
    // Now Entra ID decides about access: nurse 2 is disabled there
    const second = await foundBy('nurse2@clinic')
    expect(second.status).toBe(userStatus.suspended)
    await (await owner()).tell(connections.remove, { id: cloud })
    await runs(ad)
    expect(await found(8)).toMatchObject({ userId: 'nurse8', source: userSources.ldap })
  }

  test('are matched to one user each: the leading directory decides about access, an owner about fields and order', async () => {
    await areTheSameUsers()
    await followTheLeadingDirectory()
    await stayThroughATypo()
    await shareGroups()
    await stayUnlinked()
    await followPrecedence()
  }, 120_000)
})
