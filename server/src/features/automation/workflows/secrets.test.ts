import { account } from '@claviger/contract/access/account'
import { registration } from '@claviger/contract/access/registration'
import { selfService } from '@claviger/contract/access/self-service'
import { signIn } from '@claviger/contract/access/sign-in'
import { applications } from '@claviger/contract/apps/applications'
import { workflows } from '@claviger/contract/automation/workflows'
import { firstOf } from '@claviger/contract/directories/connections/mapping'
import { scim } from '@claviger/contract/directories/scim'
import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { userImport } from '@claviger/contract/people/user-import'
import { secretSet, users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPage, tapAt } from '#test/api/card-page.ts'
import { scimConnection } from '#test/emulators/scim-client.ts'
import { cardAt, registerReader } from '#test/api/reader.ts'
import { pinPermissions } from '#test/emulators/ctap-client.ts'
import type { Operator } from '../../../admin/command.ts'
import { rotateWorkspaceKey } from '../../../admin/rotation/rotate-workspace-key.ts'
import { sweepKeys } from '#jobs/sweep-keys.ts'
import { hideSecretsTask } from '#jobs/sweep-secrets.ts'
import { sealTask } from '#features/people/addresses/addresses.secrets.ts'
import { outboxMails } from '#integrations/mail.ts'
import { transact } from '#platform/db/transaction.ts'

const logged: string[] = []
const home = await startTestApp({}, { write: line => void logged.push(line) })
const { world } = home
const open = testData(home)
const { owner } = open
const { given, as } = home
const query = async <T>(sql: string, values: unknown[] = []) => (await world.superPool.query(sql, values)).rows as T[]

/** Tables that contain a text as a separate word, because a time or a hash can contain six digits by chance. */
async function holding(text: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
       and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`,
  )
  expect(tables.length).toBeGreaterThan(100)
  const names: string[] = []
  for (const { name } of tables)
    if (
      (await query(`select from ${name} t where t::text ~ $1 limit 1`, [`(^|[^0-9a-z.+:-])${text}($|[^0-9a-z])`]))
        .length > 0
    )
      names.push(name)
  // The witness of the tests keeps what statements wrote; the product does not have it
  return names.filter(name => !name.includes('witness'))
}

async function exportsOf(): Promise<string> {
  const asOwner = await owner()
  const files = [
    await asOwner.tell(activity.exportAll, { format: 'csv' }),
    await asOwner.tell(users.exportAll, { format: 'csv' }),
    await asOwner.tell(users.exportAll, { format: 'json' }),
  ]
  return JSON.stringify(files)
}

test('a first PIN and a card number appear in no log, email, export, or row after the card works', async () => {
  const [pin, number] = ['740915', '04D7E8F9']
  const asOwner = await owner()
  const csv = `User ID,First name,Last name,Email,Attribute 1,Attribute 2\npinned,Pia,Pinned,pinned@northgate.example,${number},${pin}`
  const of = await asOwner.tell(userImport.upload, { csv })
  await asOwner.tell(userImport.map, { id: of.id, mapping: of.mapping })
  const state = async () => (await asOwner.tell(userImport.get, { id: of.id })).state
  await expect.poll(state, { timeout: 10_000 }).toBe('reviewed')
  await asOwner.tell(userImport.start, { id: of.id })
  await expect.poll(state, { timeout: 10_000 }).toBe('done')
  const [found] = (await asOwner.tell(users.list, { search: 'pinned' })).items
  const ward = await open.addGroup('Pinned', [found?.id ?? ''])
  const settings = {
    kind: 2 as const,
    by: 'attribute' as const,
    attribute: 1,
    pinAttribute: 2,
    cardFormat: 'hex' as const,
  }
  const daily = { trigger: 'schedule' as const, scheduleInterval: 1, hour: 3 }
  const { id } = await asOwner.tell(workflows.create, { name: 'Cards', type: 2, ...daily, groups: [ward], settings })
  expect(await (await owner()).tell(workflows.execute, { id })).toMatchObject({ done: 1 })

  expect(await holding(pin)).toEqual([])
  const lines = await asOwner.tell(activity.exportAll, { format: 'csv' })
  for (const secret of [pin, number]) {
    expect(JSON.stringify(await query('select * from activities'))).not.toContain(secret)
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(JSON.stringify(await outboxMails(world))).not.toContain(secret)
    expect(logged.join('')).not.toContain(secret)
  }
})

const pins = { kind: 2 as const, by: 'attribute' as const, attribute: 1, pinAttribute: 3, cardFormat: 'hex' as const }
const daily = { trigger: 'schedule' as const, scheduleInterval: 1, hour: 3 }
const named = (userId: string, more: object = {}) => ({
  userId,
  firstName: userId,
  lastName: 'Secret',
  email: `${userId}@northgate.example`,
  ...more,
})

test('a PIN in an attribute is set, replaced, and cleared, and appears in no response or export', async () => {
  const asOwner = await owner()
  const made = await asOwner.tell(users.create, named('early', { scimAttribute3: '553117' }))
  expect(made.scimAttribute3).toBe('553117')
  const ward = await open.addGroup('Secret PINs', [])
  const { id: workflow } = await asOwner.tell(workflows.create, {
    name: 'Secret PINs',
    type: 2,
    ...daily,
    groups: [ward],
    settings: pins,
  })

  expect((await asOwner.tell(users.get, { id: made.id })).scimAttribute3).toBe(secretSet)
  const { id, scimAttribute3 } = await asOwner.tell(users.create, named('later', { scimAttribute3: '661228' }))
  expect(scimAttribute3).toBe(secretSet)
  const shown = async () => (await asOwner.tell(users.get, { id })).scimAttribute3
  const [listed] = (await asOwner.tell(users.list, { search: 'later', also: ['scimAttribute3'] })).items
  expect(listed?.scimAttribute3).toBe(secretSet)
  const own = await given.ownSession({ id, workspace: given.owner.workspace })
  expect(JSON.stringify(await as(own.accessToken).tell(account.self))).not.toContain('661228')
  await own.drop()
  expect(await holding('661228')).toEqual(['public.user_secrets'])
  expect(await holding('553117')).toEqual(['public.user_secrets'])

  await asOwner.tell(users.update, { id, ...named('later', { scimAttribute3: secretSet }) })
  expect(await holding('661228')).toEqual(['public.user_secrets'])
  await asOwner.tell(users.update, { id, ...named('later', { scimAttribute3: '772339' }) })
  expect([await shown(), await holding('661228'), await holding('772339')]).toEqual([
    secretSet,
    [],
    ['public.user_secrets'],
  ])
  const { items } = await asOwner.tell(activity.list, { user: id, action: 'user.updated' })
  expect(items[0]?.after).toMatchObject({ scimAttribute3: '(hidden)' })
  const files = await exportsOf()
  for (const pin of ['553117', '661228', '772339']) expect(files).not.toContain(pin)
  expect(files).toContain(secretSet)
  await asOwner.tell(users.update, { id, ...named('later', { scimAttribute3: '' }) })
  expect([await shown(), await holding('772339')]).toEqual([null, []])

  // Without a workflow that takes it, a PIN that is there stays secret; the next value after it is none
  await asOwner.tell(workflows.remove, { id: workflow })
  expect((await asOwner.tell(users.get, { id: made.id })).scimAttribute3).toBe(secretSet)
  await asOwner.tell(users.update, { id: made.id, ...named('early', { scimAttribute3: '' }) })
  await asOwner.tell(users.update, { id: made.id, ...named('early', { scimAttribute3: 'Ward 7' }) })
  expect((await asOwner.tell(users.get, { id: made.id })).scimAttribute3).toBe('Ward 7')
})

test('a waiting PIN is sealed within seconds, survives workspace key rotation, and reaches the card', async () => {
  const asOwner = await owner()
  const pin = '318264'
  const { id } = await asOwner.tell(users.create, named('sealed', { scimAttribute1: '04D7E8FA' }))
  const ward = await open.addGroup('Sealed PINs', [id])
  const made = await asOwner.tell(workflows.create, {
    name: 'Sealed',
    type: 2,
    ...daily,
    groups: [ward],
    settings: pins,
  })
  await asOwner.tell(users.update, { id, ...named('sealed', { scimAttribute1: '04D7E8FA', scimAttribute3: pin }) })
  expect(await holding(pin)).toEqual(['public.user_secrets'])
  await sealTask.work(world, new AbortController().signal)
  expect(await holding(pin)).toEqual([])
  expect((await asOwner.tell(users.get, { id })).scimAttribute3).toBe(secretSet)
  const stored = () => query<{ sealed: Buffer }>('select sealed from user_secrets where person = $1', [id])
  const [before] = await stored()
  const request = { id: 't', ip: '', userAgent: '' }
  const operator = {
    world,
    inside: (of, work) => transact(world, { actor: { kind: 'operator', name: 'Test' }, request, workspace: of }, work),
  } as Operator
  await rotateWorkspaceKey.work(operator, { at: () => 'northgate', option: () => undefined })
  await sweepKeys.work(world, {})
  expect((await stored())[0]?.sealed).not.toEqual(before?.sealed)
  expect(await asOwner.tell(workflows.execute, { id: made.id })).toMatchObject({ done: 1 })
  expect(await stored()).toEqual([])
  const card = cardAt(as(await registerReader(home)), '04D7E8FA')
  await card.token(pin, pinPermissions.make, 'example.org')
  await asOwner.tell(workflows.remove, { id: made.id })
})

test('removes a PIN from the stored resource that a SCIM client sent with a custom mapping', async () => {
  const asOwner = await owner()
  const { id: connection, send } = await scimConnection(home, 'Own mapping')
  const { mapping } = (await asOwner.tell(scim.get)).items.find(one => one.id === connection) ?? { mapping: [] }
  const own = [...mapping.filter(({ field }) => field !== 'attribute3'), firstOf('attribute3', 'nickName')]
  await asOwner.tell(scim.update, { id: connection, mapping: own })
  const body = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: 'own.mapping@corp.example',
    name: { familyName: 'Mapping' },
    nickName: '447193',
    title: 'Nurse',
  }
  const { id } = (await send('POST', '/Users', body)).body as { id: string }
  const ward = await open.addGroup('PINs by nickname', [])
  const made = await asOwner.tell(workflows.create, {
    name: 'By name',
    type: 2,
    ...daily,
    groups: [ward],
    settings: pins,
  })
  // As an earlier version stored it
  await query(`update scim_resources set doc = jsonb_set(doc, '{nickName}', '"447193"') where id = $1`, [id])
  await query('update secret_fields set docs_checked = false')
  expect(await holding('447193')).toContain('public.scim_resources')
  await hideSecretsTask.work(world, new AbortController().signal)
  expect(await holding('447193')).toEqual(['public.user_secrets'])
  expect((await send('GET', `/Users/${id}`)).body).toMatchObject({ nickName: secretSet, title: 'Nurse' })
  await asOwner.tell(workflows.remove, { id: made.id })
})

test('a PIN from a SCIM client appears in no response, stored resource, or recorded request', async () => {
  const asOwner = await owner()
  const ward = await open.addGroup('PINs by SCIM', [])
  await asOwner.tell(workflows.create, { name: 'By SCIM', type: 2, ...daily, groups: [ward], settings: pins })
  const { id: connection, send } = await scimConnection(home, 'Secret SCIM')
  const urn = 'urn:ietf:params:scim:schemas:extension:claviger:2.0:User'
  const body = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', urn],
    userName: 'by.scim@corp.example',
    name: { familyName: 'Scim' },
    [urn]: { extraAttribute3: '883441', extraAttribute4: 'Ward 9' },
  }
  const made = await send('POST', '/Users', body)
  expect(made.body[urn]).toEqual({ extraAttribute3: secretSet, extraAttribute4: 'Ward 9' })
  const { id } = made.body as { id: string }
  const patch = (value: string) =>
    send('PATCH', `/Users/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: `${urn}:extraAttribute3`, value }],
    })
  expect((await patch('994552')).body[urn].extraAttribute3).toBe(secretSet)
  expect(await holding('994552')).toEqual(['public.user_secrets'])
  // A change of something else keeps the PIN
  const title = { op: 'replace', path: 'title', value: 'Nurse' }
  await send('PATCH', `/Users/${id}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [title],
  })
  expect(await holding('994552')).toEqual(['public.user_secrets'])
  for (const pin of ['883441', '994552'])
    expect(
      (await send('GET', `/Users?filter=${encodeURIComponent(`${urn}:extraAttribute3 eq "${pin}"`)}`)).body,
    ).toMatchObject({ totalResults: 0 })
  expect(await send('POST', '/Users', body)).toMatchObject({ status: 409 })
  expect(JSON.stringify((await send('GET', '/Users')).body)).not.toContain('994552')
  const records = async () => (await asOwner.tell(scim.records, { id: connection })).items
  await expect.poll(async () => (await records()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(7)
  for (const { id: record } of await records())
    expect(JSON.stringify(await asOwner.tell(scim.record, { id: record }))).not.toMatch(/883441|994552/)
  expect(await holding('883441')).toEqual([])
  expect(await holding('994552')).toEqual(['public.user_secrets'])
})

test('an attribute can be either a secret or an identifier', async () => {
  const asOwner = await owner()
  const ward = await open.addGroup('Identified', [])
  const asked = (attribute: string) => ({
    name: `By ${attribute}`,
    mapping: [],
    saml: {
      entityId: `https://pins.example/${attribute}`,
      acs: [{ url: 'https://pins.example/acs' }],
      nameIdFormat: 'unspecified',
      nameIdSource: attribute,
    },
  })
  const taking = (pinAttribute: number) =>
    asOwner.ask(workflows.create, {
      name: `Takes ${String(pinAttribute)}`,
      type: 2,
      ...daily,
      groups: [ward],
      settings: { ...pins, pinAttribute },
    })
  expect(await taking(5)).toMatchObject({ status: 200 })
  expect(await asOwner.ask(applications.samlCreate, asked('attribute5'))).toMatchObject({
    status: 409,
    body: { code: 'identifier-unguarded' },
  })
  const byRule = await asOwner.tell(groups.create, {
    name: 'By rule',
    rule: { match: 'all', conditions: [{ field: 'scimAttribute4', operator: 'is', value: 'ICU' }] },
  })
  const refused = await taking(4)
  expect(JSON.stringify(refused.body['fields'])).toContain('By rule')
  const other = await asOwner.ask(applications.samlCreate, asked('attribute4'))
  expect(other).toMatchObject({ status: 200 })
  expect(await taking(4)).toMatchObject({
    status: 422,
    body: { code: 'invalid-input', fields: [{ field: 'settings.pinAttribute' }] },
  })
  // The persistent format has its own source
  const { saml, ...rest } = asked('attribute4')
  const persistent = { ...saml, entityId: 'https://pins.example/persistent', nameIdFormat: 'persistent' as const }
  await asOwner.tell(applications.samlCreate, {
    ...rest,
    name: 'By persistent name',
    saml: { ...persistent, nameIdSource: 'email', persistentSource: 'attribute4' },
  })
  await asOwner.tell(applications.removeMany, { ids: [String(other.body['id'])] })
  await asOwner.tell(groups.remove, { groupId: byRule.id })
  expect(JSON.stringify((await taking(4)).body['fields'])).toContain('By persistent name')
})

test('codes and links appear in no row, log entry, or export after they are sent', async () => {
  const asOwner = await owner()
  await given.addUser('Coded', 'Secret', { user_id: 'coded.secret' })
  const begun = await as(undefined).tell(signIn.emailInitial, { email: 'coded.secret@northgate.example' })
  const { code } = await home.mailTo('coded.secret@northgate.example')
  expect(begun.session).not.toContain(code)
  const invited = await asOwner.tell(users.create, { ...named('invited'), invite: true })
  const { link: address = '' } = await home.mailTo('invited@northgate.example')
  const link = new URL(address).searchParams.get('link') ?? ''
  expect(link.length).toBeGreaterThan(30)
  const page = await addPage(home, { fields: { userId: true, employeeId: false, lastName: false } })
  await given.addUser('Paged', 'Secret', { user_id: 'paged.secret' })
  const visitor = await tapAt(home, page, 'e0ff01')
  await visitor.tell(selfService.token, { userId: 'paged.secret' })
  await visitor.tell(selfService.code, { type: 'email' })
  const { code: paged } = await home.mailTo('paged.secret@northgate.example')
  const said = await exportsOf()
  for (const secret of [code as string, paged as string, link]) {
    expect(secret).toMatch(/^.{6,}$/)
    expect(await holding(secret)).toEqual([])
    expect(said).not.toContain(secret)
    expect(logged.join('')).not.toContain(secret)
  }
  // All of them work: what was looked for is what was sent
  expect(await as(begun.session).ask(signIn.emailLogin, { code: code as string })).toMatchObject({ status: 200 })
  expect(await visitor.ask(selfService.verify, { code: paged as string })).toMatchObject({ status: 200 })
  expect(await as(undefined).tell(registration.verify, { link })).toMatchObject({
    account: { name: `${invited.firstName} Secret` },
  })
})
