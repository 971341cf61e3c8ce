import { spawnSync } from 'node:child_process'
import { users, userStatus } from '@claviger/contract/people/users'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authority } from '#test/emulators/directory-certificates.ts'
import { escapeNamePart, oddPeople, oddSambaUsers, sambaReader } from '#test/people/odd-people.ts'
import { readAll } from '#test/app/read-all.ts'
import { hasSamba, type Samba, sambaAdmin, sambaBase, startSamba } from '#test/emulators/samba.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { ldapRuns } from '#test/api/sync-runs.ts'
import { checkConnection } from '../check-connection.ts'
import { noGuard } from '#integrations/target.ts'
import type { LdapTarget } from './ldap-connection.ts'
import { readDirectory } from './ldap-reading.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const many = 2000
const staff = `OU=staff,${sambaBase}`
const ca = authority()
let samba: Samba

describe.skipIf(!hasSamba())('a Samba domain controller', () => {
  beforeAll(async () => {
    samba = await startSamba(oddSambaUsers(many), ca.sign(['127.0.0.1', 'localhost']))
    change(`dn: CN=Loop one,${staff}\nchangetype: modify\nadd: member\nmember: CN=Loop two,${staff}\n`)
    whole = await read()
  }, 180_000)
  afterAll(() => samba.stop())

  const target = (more: Partial<LdapTarget> = {}): LdapTarget => ({
    bounds: { guard: noGuard, purpose: 'operator' },
    ways: [{ host: '127.0.0.1', port: samba.tlsPort, security: 'ldaps', authorities: ca.pem }],
    username: sambaReader.name,
    password: sambaReader.password,
    bases: [staff],
    personFilter: '(&(objectCategory=person)(objectClass=user))',
    groupFilter: '(objectClass=group)',
    attributes: ['sAMAccountName', 'displayName', 'mail', 'thumbnailPhoto'],
    roleAttributes: [],
    ...more,
  })
  const read = async (cursor: unknown = null, more: Partial<LdapTarget> = {}) =>
    readAll(await readDirectory(target(more), { cursor, signal: AbortSignal.timeout(60_000), now: () => new Date() }))
  const change = (text: string) => {
    const asked = ['-x', '-H', `ldap://127.0.0.1:${samba.port}`, '-D', sambaAdmin.name, '-w', sambaAdmin.password]
    const done = spawnSync('ldapmodify', asked, { input: text, encoding: 'utf8' })
    if (done.status !== 0) throw new Error(done.stderr)
  }
  let whole: Awaited<ReturnType<typeof read>>
  const loginsIn = (group: string, from = whole) => {
    const byAnchor = new Map(whole.people.map(({ anchor, attributes }) => [anchor, attributes['sAMAccountName']]))
    return (from.members.get(group) ?? []).map(anchor => String(byAnchor.get(anchor))).toSorted()
  }

  test('returns all users, including unusual names, to an account with read permissions only', () => {
    expect(whole.whole).toBe(true)
    expect(whole.people).toHaveLength(many + oddPeople.length + 4)
    const byLogin = new Map(whole.people.map(one => [one.attributes['sAMAccountName'], one]))
    for (const [login, name] of oddPeople) expect(byLogin.get(login)?.attributes['displayName']).toBe(name)
    expect(byLogin.get('disabled')?.active).toBe(false)
    expect(byLogin.get('expired')?.active).toBe(false)
    expect(byLogin.get('p7')?.active).toBe(true)
    expect(byLogin.get('photo')?.attributes).not.toHaveProperty('thumbnailPhoto')
    expect(byLogin.get('p7')?.anchor).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  })

  test('returns groups with all nested members, loops and thousands, each user once', () => {
    expect(loginsIn('Inner')).toEqual(['comma'])
    expect(loginsIn('Outer')).toEqual(['comma', 'umlaut'])
    expect(loginsIn('Loop one')).toEqual(['photo'])
    expect(loginsIn('Loop two')).toEqual(['photo'])
    expect(new Set(loginsIn('Everybody')).size).toBe(many + 2)
    expect(loginsIn('Everybody')).toHaveLength(many + 2)
  })

  test('hides the members of a group from an account, and that group does not count as empty', async () => {
    const shy = await read(null, { bases: [staff, `OU=shy,${sambaBase}`] })
    expect([...shy.hidden]).toEqual([['Shy', 'surely']])
    expect([shy.members.get('Shy'), shy.members.get('Bare')]).toEqual([[], []])
    const { hidden } = await read(null, { bases: [`OU=shy,${sambaBase}`] })
    expect([...hidden].toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
      ['Bare', 'perhaps'],
      ['Shy', 'perhaps'],
    ])
  })

  test('finds a member from a trusted domain by the SID that the user had there', () => {
    expect(loginsIn('Foreign')).toEqual(['photo'])
  })

  test('includes members by primary group', async () => {
    const all = await read(null, { bases: [`CN=Users,${sambaBase}`, staff] })
    expect(all.members.get('Domain Users')?.length).toBeGreaterThanOrEqual(many + oddPeople.length + 3)
  }, 60_000)

  test('returns only changes since the last read, and users who left the scope', async () => {
    const { cursor } = await read(whole.cursor)
    const [, comma] = oddPeople[0]
    change(`dn: CN=${escapeNamePart(comma)},${staff}\nchangetype: modify\nreplace: displayName\ndisplayName: Jane\n`)
    change(`dn: CN=Inner,${staff}\nchangetype: modify\nadd: member\nmember: CN=Photo,${staff}\n`)
    const later = await read(cursor)
    expect(later.whole).toBe(false)
    expect(later.people.map(({ attributes }) => attributes['displayName'])).toEqual(['Jane'])
    expect([...later.members.keys()].toSorted()).toEqual(['Everybody', 'Inner', 'Outer'])
    expect(loginsIn('Outer', later)).toEqual(['comma', 'photo', 'umlaut'])
    expect((await read(later.cursor)).people).toEqual([])
    const filtered = { personFilter: '(&(objectCategory=person)(objectClass=user)(!(sAMAccountName=umlaut2)))' }
    change(
      `dn: CN=Jürgen Größe-Łukasz,${staff}\nchangetype: modify\nreplace: sAMAccountName\nsAMAccountName: umlaut2\n`,
    )
    const gone = await read(later.cursor, filtered)
    expect(gone.people).toEqual([])
    expect(gone.gone).toEqual(
      whole.people.filter(one => one.attributes['sAMAccountName'] === 'umlaut').map(one => one.anchor),
    )
  })

  test('is read completely if another server responds, as each counts its own changes', async () => {
    const other = { ...(whole.cursor as object), server: 'CN=NTDS Settings,CN=DC2' }
    expect((await read(other)).whole).toBe(true)
  })

  test('cannot be read with a missing base or a wrong or empty password', async () => {
    await expect(read(null, { bases: [`OU=gone,${sambaBase}`] })).rejects.toMatchObject({ step: 'base' })
    await expect(read(null, { password: 'wrong' })).rejects.toMatchObject({ step: 'sign-in' })
    await expect(read(null, { password: '' })).rejects.toMatchObject({ step: 'sign-in' })
  })

  test('accepts StartTLS, and its check completes every step', async () => {
    const ways = [{ host: '127.0.0.1', port: samba.port, security: 'starttls', authorities: ca.pem }] as const
    const steps = await checkConnection(target({ ways }), AbortSignal.timeout(20_000))
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'address fine',
      'certificate fine',
      'sign-in fine',
      'base fine',
      'filter fine',
      'rights fine',
    ])
    expect(steps[2]?.says).toBe('Active Directory')
  })

  test('is imported by a sync run that suspends disabled users and removes deleted ones', async () => {
    const { connect, run, admin } = ldapRuns(home)
    const connection = await connect({
      name: 'Corp',
      ldapUrl: `ldaps://127.0.0.1:${samba.tlsPort}`,
      certificate: ca.pem,
      baseDn: staff,
      username: sambaReader.name,
      password: sambaReader.password,
    })
    const first = await run(connection)
    const all = many + oddPeople.length + 4
    expect(first).toMatchObject({ state: 'done', counts: { seen: all, added: all - 2, groups: 6 } })
    expect(first.succeeded).toBe(first.total)
    change(`dn: CN=Person 1,${staff}\nchangetype: modify\nreplace: userAccountControl\nuserAccountControl: 514\n`)
    const second = await run(connection)
    expect(second).toMatchObject({ whole: false, counts: { seen: 1, suspended: 1 } })
    change(`dn: CN=Person 2,${staff}\nchangetype: delete\n`)
    home.clock.forward(25 * 3_600_000)
    expect(await run(connection)).toMatchObject({ whole: true, counts: { leaving: 1 } })
    const [left] = (await (await admin()).tell(users.list, { search: 'p2@ad.example.test' })).items
    expect(left?.status).toBe(userStatus.suspended)
  }, 120_000)
})
