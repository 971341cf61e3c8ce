import { connections } from '@claviger/contract/directories/connections'
import { privateTargets } from '@claviger/contract/tenancy/private-targets'
import { ldap } from '@claviger/contract/directories/ldap'
import { activity } from '@claviger/contract/oversight/activity'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authority } from '#test/emulators/directory-certificates.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { oddSlapdUsers } from '#test/people/odd-people.ts'
import { hasSlapd, slapdBase, slapdReader, startSlapd, type Slapd } from '#test/emulators/slapd.ts'
import { loopback } from '#test/app/loopback.ts'

const { as, given, world } = await startTestApp(loopback)
const owner = as(given.owner.accessToken)
const admin = as(given.administrator.accessToken)
const ca = authority()

const form = (more: object = {}) => ({
  ldapUrl: 'ldaps://127.0.0.1:636',
  baseDn: slapdBase,
  username: slapdReader.dn,
  password: slapdReader.password,
  certificate: ca.pem,
  personFilter: '(objectClass=inetOrgPerson)',
  groupFilter: '',
  ...more,
})
let count = 0
const save = (more: object = {}) => admin.tell(ldap.update, form({ name: `LDAP ${count++}`, ...more }))
const fieldsOf = async (input: object) => {
  const { status, body } = await admin.ask(ldap.update, input as Record<string, unknown>)
  const fields = (body['fields'] ?? []) as { field: string; message: string }[]
  return { status, ...Object.fromEntries(fields.map(({ field, message }) => [field, message])) }
}

describe('the form', () => {
  test('reports missing fields with the exact messages', async () => {
    expect(await fieldsOf({ ldapUrl: '', baseDn: ' ', username: '', password: '' })).toMatchObject({
      status: 422,
      ldapUrl: 'LDAP URL is required',
      baseDn: 'Base DN is required',
      username: 'Username is required',
    })
    expect(await fieldsOf(form({ password: '' }))).toMatchObject({ password: 'Password is required' })
  })

  test.each([
    ['a web address', { ldapUrl: 'https://dc1.example.com' }, 'ldapUrl'],
    ['an address with credentials', { ldapUrl: 'ldaps://a:b@dc1.example.com' }, 'ldapUrl'],
    ['a base that is not a distinguished name', { baseDn: 'example.com' }, 'baseDn'],
    ['a base inside another base', { furtherBaseDns: [`OU=people, ${slapdBase}`] }, 'furtherBaseDns.0'],
    [
      'an invalid certificate',
      { certificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----' },
      'certificate',
    ],
    ['an unclosed parenthesis', { personFilter: '(&(objectClass=user)(mail=*)' }, 'personFilter'],
    ['a comparison without an operator', { groupFilter: '(department Sales)' }, 'groupFilter'],
    ['ten thousand parentheses', { personFilter: `${'(!'.repeat(1300)}(a=b)` }, 'personFilter'],
  ])('refuses %s', async (_what, more, field) => {
    expect(await fieldsOf(form(more))).toMatchObject({ status: 422, [field]: expect.any(String) as string })
  })

  test('names the position of a filter error', async () => {
    const { personFilter } = (await fieldsOf(form({ personFilter: '(&(a=b)c=d)' }))) as Record<string, unknown>
    expect(personFilter).toBe('A closing parenthesis is missing at character 8')
    expect((await save({ personFilter: 'objectClass=user' })).personFilter).toBe('(objectClass=user)')
  })
})

describe('a saved directory', () => {
  test('never returns the password, stores it encrypted, and requires it again for another address', async () => {
    const saved = await save()
    const { rows } = await world.superPool.query<{ row: string }>(
      'select c::text as row from directory_connections c where id = $1',
      [saved.id],
    )
    expect(rows[0]?.row).not.toContain(slapdReader.password)
    expect(JSON.stringify(await admin.tell(ldap.get, { id: saved.id }))).not.toContain(slapdReader.password)
    const same = form({ id: saved.id, password: undefined })
    expect(await admin.tell(ldap.update, { ...same, personFilter: '(uid=*)' })).toMatchObject({
      version: saved.version + 1,
    })
    for (const elsewhere of [
      { ldapUrl: 'ldaps://evil.example' },
      { furtherUrls: ['ldaps://evil.example'] },
      { certificate: null },
      { plain: true },
      { username: 'cn=somebody' },
    ])
      expect(await admin.ask(ldap.update, { ...same, ...elsewhere })).toMatchObject({
        status: 422,
        body: { code: 'secret-needed' },
      })
  })

  test('requires approval again when its address changes', async () => {
    const { id } = await save()
    const approve = { id, roles: [], touchesRank: false, privateHosts: ['127.0.0.1'] }
    expect(await admin.ask(connections.approve, approve)).toMatchObject({ status: 403 })
    await owner.tell(connections.approve, approve)
    await admin.tell(ldap.update, form({ id, personFilter: '(uid=a*)' }))
    expect((await admin.tell(connections.get, { id })).reach.approvedBy).not.toBeNull()
    await admin.tell(ldap.update, form({ id, ldapUrl: 'ldaps://127.0.0.1:637' }))
    expect((await admin.tell(connections.get, { id })).reach.approvedBy).toBeNull()
  })

  test('is invisible to other workspaces, and readers cannot check it', async () => {
    const { id } = await save()
    const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
    for (const call of [ldap.get, ldap.check, ldap.sample])
      expect(await elsewhere.ask(call, { id })).toMatchObject({ status: 404 })
    expect(await elsewhere.ask(ldap.update, form({ id }))).toMatchObject({ status: 404 })
    const reader = as((await given.session(given.readOnly)).accessToken)
    expect(await reader.ask(ldap.check, { id })).toMatchObject({ status: 403 })
  })
})

describe.skipIf(!hasSlapd())('with slapd', () => {
  let slapd: Slapd
  beforeAll(async () => {
    slapd = await startSlapd(oddSlapdUsers(), ca.sign(['127.0.0.1']))
  })
  afterAll(() => slapd.stop())
  const approved = async (more: object = {}) => {
    const { id } = await save({ ldapUrl: `ldaps://127.0.0.1:${slapd.tlsPort}`, ...more })
    await owner.tell(connections.approve, { id, roles: [], touchesRank: false, privateHosts: ['127.0.0.1'] })
    return id
  }

  test('a form is tested before it is saved, and its stored password is sent only to its own servers', async () => {
    const id = await approved()
    const tried = form({ ldapUrl: `ldaps://127.0.0.1:${slapd.tlsPort}` })
    expect(await admin.ask(ldap.tryOut, { ...tried, password: '' })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'password' }] },
    })
    const before = (await admin.tell(connections.list, {})).items.length
    const wrong = await admin.tell(ldap.tryOut, { ...tried, password: 'wrong' })
    expect(wrong).toMatchObject({ ok: false, items: [] })
    expect(wrong.steps.find(({ state }) => state === 'failed')?.step).toBe('sign-in')
    const good = await admin.tell(ldap.tryOut, tried)
    expect([good.ok, good.items.length]).toEqual([true, 9])
    expect((await admin.tell(connections.list, {})).items).toHaveLength(before)
    const stored = { ...tried, id, password: '' }
    expect((await admin.tell(ldap.tryOut, { ...stored, personFilter: '(uid=*)' })).ok).toBe(true)
    expect(await admin.ask(ldap.tryOut, { ...stored, ldapUrl: 'ldaps://evil.example' })).toMatchObject({
      status: 422,
      body: { code: 'secret-needed' },
    })
  })

  test('a form whose sample fails shows the step that failed, and the test is logged', async () => {
    await approved()
    await slapd.again(
      `limits dn.exact="${slapdReader.dn}" size=unlimited\naccess to filter=(uid=comma) attrs=entryUUID by * none`,
    )
    try {
      const tried = form({ name: 'Half readable', ldapUrl: `ldaps://127.0.0.1:${slapd.tlsPort}` })
      const { ok, steps, items } = await admin.tell(ldap.tryOut, tried)
      expect([ok, items]).toEqual([false, []])
      expect(steps.map(({ state }) => state)).toEqual(['fine', 'fine', 'fine', 'fine', 'fine', 'failed'])
      const logged = (await admin.tell(activity.list, { action: ['ldap.checked'] })).items
      expect(logged[0]).toMatchObject({ status: 2, objectName: 'Half readable', reason: steps.at(-1)?.says })
    } finally {
      await slapd.again()
    }
  })

  test('the check runs each step, shows which one fails, and logs the result', async () => {
    const id = await approved()
    const { ok, steps } = await admin.tell(ldap.check, { id })
    expect(steps.filter(({ state }) => state !== 'fine')).toEqual([])
    expect(ok).toBe(true)
    expect(await admin.tell(connections.get, { id })).toMatchObject({ connection: 'successful' })
    const wrong = await approved({ password: 'wrong' })
    expect((await admin.tell(ldap.check, { id: wrong })).steps.map(({ state }) => state)).toEqual([
      'fine',
      'fine',
      'failed',
      'skipped',
      'skipped',
      'skipped',
    ])
    const { items } = await admin.tell(activity.list, { action: ['ldap.checked'] })
    expect(items.slice(0, 2).map(({ status }) => status)).toEqual([2, 1])
  })

  test('follows its settings (furtherUrls, plain, furtherBaseDns, username, certificate, personFilter)', async () => {
    const looked = async (more: object) => {
      const { steps } = await admin.tell(ldap.check, { id: await approved(more) })
      return Object.fromEntries(steps.map(({ step, state }) => [step, state]))
    }
    const [here, away] = [`ldaps://127.0.0.1:${slapd.tlsPort}`, 'ldaps://127.0.0.1:9']
    expect(await looked({ ldapUrl: away })).toMatchObject({ address: 'failed' })
    expect(await looked({ username: `cn=nobody,${slapdBase}` })).toMatchObject({
      certificate: 'fine',
      'sign-in': 'failed',
    })
    expect(await looked({ certificate: authority().pem })).toMatchObject({ address: 'fine', certificate: 'failed' })
    expect(await looked({ personFilter: '(uid=nobody-at-all)' })).toMatchObject({ base: 'fine', filter: 'failed' })
    const open = `ldap://127.0.0.1:${slapd.port}`
    expect(await looked({ ldapUrl: open })).toMatchObject({ certificate: 'fine' })
    expect(await looked({ ldapUrl: open, plain: true })).toMatchObject({ certificate: 'warning' })
    const read = async (more: object) => {
      const { status, body } = await admin.ask(ldap.sample, { id: await approved(more) })
      return status === 200 ? (body['items'] as unknown[]).length : status
    }
    expect(await read({ ldapUrl: away })).toBe(409)
    expect(await read({ ldapUrl: away, furtherUrls: [here] })).toBeGreaterThan(0)
    const baseDn = `ou=groups,${slapdBase}`
    expect(await read({ baseDn })).toBe(0)
    expect(await read({ baseDn, furtherBaseDns: [`ou=people,${slapdBase}`] })).toBeGreaterThan(0)
  })

  test('does not connect to a private host that no owner approved', async () => {
    const { id } = await save({ ldapUrl: `ldaps://127.0.0.1:${slapd.tlsPort}` })
    for (const target of (await owner.tell(privateTargets.list, {})).items)
      await owner.tell(privateTargets.remove, { id: target.id })
    const { steps } = await admin.tell(ldap.check, { id })
    expect(steps[0]).toMatchObject({
      state: 'failed',
      says: expect.stringContaining('An owner can allow it for “Directories”') as string,
    })
  })

  test('a sample shows entries without passwords and photos', async () => {
    const id = await approved()
    const { items } = await admin.tell(ldap.sample, { id, count: 20 })
    expect(items.length).toBe(9)
    const names = new Set(items.flatMap(({ attributes }) => attributes.map(({ name }) => name)))
    expect(names).toContain('mail')
    for (const hidden of ['userPassword', 'userpassword', 'jpegphoto', 'jpegPhoto']) expect(names).not.toContain(hidden)
    const nowhere = await approved({ baseDn: `ou=gone,${slapdBase}` })
    expect(await admin.ask(ldap.sample, { id: nowhere })).toMatchObject({
      status: 409,
      body: { code: 'source-failed' },
    })
  })
})
