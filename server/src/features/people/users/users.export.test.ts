import { users } from '@claviger/contract/people/users'
import { userImport } from '@claviger/contract/people/user-import'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days, minutes } from '#platform/clock.ts'

const { app, as, given, world, clock } = await startTestApp()
const admin = as(given.administrator.accessToken)

const fetched = (query: string, authorization = given.administrator.accessToken) =>
  app.inject({ url: `/administrator/tokens/v2/export?${query}`, headers: { authorization } })

beforeAll(async () => {
  await world.superPool.query(
    `insert into users (workspace_id, id, user_id, first_name, last_name, email)
     select $1, gen_random_uuid(), 'many' || n, 'Many', 'No ' || n, 'many' || n || '@export.example' from generate_series(1, 2300) n`,
    [given.owner.workspace],
  )
})

describe('the export', () => {
  test('contains every matching user once, in order, and is logged', async () => {
    const told = () => world.superPool.query("select from activities where action = 'users.exported'")
    const before = (await told()).rows.length
    const answer = await fetched('format=csv&search=many&sort=userId&order=desc')
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8' })
    expect(answer.headers['content-disposition']).toContain('users.csv')
    const lines = answer.body.trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^\u{feff}User ID,First name,Last name,Email,/u)
    const ids = lines.slice(1).map(line => line.split(',')[0])
    expect(ids).toHaveLength(2300)
    expect(new Set(ids).size).toBe(2300)
    expect(ids).toEqual(ids.toSorted((a = '', b = '') => (a < b ? 1 : -1)))
    expect((await told()).rows).toHaveLength(before + 1)
  })

  test('uses the attribute names of the workspace, and an import recognizes them', async () => {
    await as(given.owner.accessToken).tell(workspaceSettings.update, {
      name: 'Northgate',
      attributeNames: ['Ward', '', 'email'],
    })
    const [first = ''] = (await fetched('format=csv&search=many')).body.split('\r\n')
    expect(first).toContain(',Ward,Attribute 2,Attribute 3,Attribute 4,')
    await given.addUser('Warda', 'Named', { user_id: 'warda', scim_attribute_1: '12' })
    const csv = 'User ID,First name,Last name,Email,Ward\nwarda,Warda,Named,warda.named@northgate.example,14\n'
    const of = await admin.tell(userImport.upload, { csv })
    expect(of.mapping).toEqual(['userId', 'firstName', 'lastName', 'email', 'scimAttribute1'])
    await admin.tell(userImport.map, { id: of.id, mapping: of.mapping })
    await expect
      .poll(async () => (await admin.tell(userImport.rows, { id: of.id })).items[0]?.told)
      .toBe('Ward: new value')
  })

  test('is valid JSON, even without matches', async () => {
    expect(JSON.parse((await fetched('format=json&search=many')).body)).toHaveLength(2300)
    expect(JSON.parse((await fetched('format=json&search=nobodyatall')).body)).toEqual([])
    expect(JSON.parse((await fetched('format=json&status=40')).body)).toEqual([])
  })

  test('escapes cells that begin like formulas, and an import reverts that', async () => {
    await given.addUser('Form', 'Ula', {
      user_id: '=HYPERLINK(1)',
      phone_country: '+47',
      phone_number: '91200118',
      scim_attribute_1: '-1',
    })
    const { body } = await fetched('format=csv&search=hyperlink')
    expect(body).toContain("'=HYPERLINK(1),Form,Ula")
    expect(body).toContain("'+4791200118")
    expect(body).toContain("'-1")
    const plain = (await fetched('format=csv&search=many1')).body
    const of = await admin.tell(userImport.upload, { csv: plain })
    expect(of.mapping.slice(0, 4)).toEqual(['userId', 'firstName', 'lastName', 'email'])
  })

  test('requires permission to read users, and contains only the own workspace', async () => {
    expect((await fetched('', given.user.accessToken)).statusCode).toBe(403)
    expect((await fetched('search=many', given.ownerElsewhere.accessToken)).body.trimEnd().split('\r\n')).toHaveLength(
      1,
    )
    expect((await fetched('format=exe')).statusCode).toBe(422)
  })
})

describe('deleted users', () => {
  test('are listed while they can be restored, newest first', async () => {
    const [one, two] = [await given.addUser('Bin', 'One'), await given.addUser('Bin', 'Two')]
    await admin.tell(users.remove, { id: one })
    clock.forward(1000)
    await admin.tell(users.remove, { id: two })
    expect((await admin.tell(users.bin, {})).items.map(user => user.id)).toEqual([two, one])
    const { items } = await admin.tell(users.bin, { search: 'bin one' })
    expect(items).toMatchObject([{ id: one, firstName: 'Bin' }])
    expect(Date.parse(items[0]?.purgedAt ?? '') - Date.parse(items[0]?.deletedAt ?? '')).toBe(days(30))
    expect((await as(given.ownerElsewhere.accessToken).tell(users.bin, {})).items).toEqual([])
  })
})

describe('concurrent edits', () => {
  test('refuse the second save, name the first editor, and list the changes', async () => {
    const id = await given.addUser('Twice', 'Edited')
    const seen = await admin.tell(users.get, { id })
    const to = {
      id,
      userId: seen.userId,
      firstName: 'Twice',
      lastName: 'Edited',
      email: seen.email as string,
      updatedAt: seen.updatedAt,
    }
    clock.forward(minutes(2))
    await as(given.owner.accessToken).tell(users.update, { ...to, lastName: 'First' })
    const late = await admin.ask(users.update, { ...to, lastName: 'Second' })
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'changed-meanwhile',
        message: 'Ada Byron changed this user while you were editing',
        fields: [{ field: 'lastName', message: 'Ada Byron changed this to “First”' }],
      },
    })
    const now = await admin.tell(users.get, { id })
    expect(now.lastName).toBe('First')
    await admin.tell(users.update, { ...to, updatedAt: now.updatedAt, lastName: 'Second' })
  })
})
