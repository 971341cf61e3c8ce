import { groups } from '@claviger/contract/people/groups'
import { userImport, type UserImport } from '@claviger/contract/people/user-import'
import { users } from '@claviger/contract/people/users'
import { describe, expect, test } from 'vitest'
import { caseFile } from '#test/cases/case-file.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { scimConnection } from '#test/emulators/scim-client.ts'

const home = await startTestApp()
const { as, given } = home
const admin = as((await given.session(given.administrator)).accessToken)

async function reach(id: string, state: string): Promise<UserImport> {
  for (let tries = 0; tries < 400; tries++) {
    const now = await admin.tell(userImport.get, { id })
    if (now.state === state) return now
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`the import does not reach ${state}`)
}

const upload = (file: string | Buffer, more: object = {}) =>
  admin.tell(userImport.upload, { csv: file.toString(), fileName: 'users.csv', ...more })

async function review(file: string | Buffer, more: object = {}) {
  const { id, mapping } = await upload(file, more)
  await admin.tell(userImport.map, { id, mapping })
  await reach(id, 'reviewed')
  return { id, rows: (await admin.tell(userImport.rows, { id, pageSize: 100 })).items }
}

async function run(file: string | Buffer) {
  const { id, rows } = await review(file)
  await admin.tell(userImport.start, { id })
  await reach(id, 'done')
  return rows
}
const found = async (search: string) => (await admin.tell(users.list, { search, pageSize: 10 })).items

describe('a file from another program', () => {
  test('by Export-Csv of Windows PowerShell 5 is read below its type line', async () => {
    const made = await upload(caseFile('csv-05-powershell-type-line.csv'))
    expect(made.headers).toEqual(['SamAccountName', 'GivenName', 'Surname', 'UserPrincipalName', 'EmployeeID'])
    expect(made.mapping).toEqual(['userId', 'firstName', 'lastName', 'email', 'employeeId'])
  })

  test('by Excel with a separator line is read with that separator', async () => {
    const made = await upload(caseFile('csv-04-sep-hint.csv'))
    expect([made.delimiter, made.headers[0], made.total]).toEqual([';', 'User ID', 1])
  })

  test.each([
    ['Active Directory', 'SamAccountName,GivenName,Surname,EmailAddress,EmployeeID,MobilePhone,Department'],
    ['Entra ID', 'userPrincipalName,givenName,surname,mail,employeeId,mobilePhone,department'],
    [
      'Google Workspace',
      'Email Address [Required],First Name [Required],Last Name [Required],Employee ID,Mobile Phone',
    ],
    ['Okta', 'login,firstName,lastName,email,employeeNumber,mobilePhone,department'],
    ['JumpCloud', 'username,firstname,lastname,email,employeeIdentifier'],
    ['csvde', 'sAMAccountName,givenName,sn,mail,employeeID,mobile,department'],
  ])('by %s gets proposed columns for everything that an import needs', async (_product, headers) => {
    const { mapping } = await upload(
      `${headers}\n${headers
        .split(',')
        .map(() => 'x')
        .join(',')}\n`,
    )
    expect(mapping).toEqual(expect.arrayContaining(['firstName', 'lastName', 'employeeId']))
    expect(mapping.flatMap(one => one.split('+'))).toContain('email')
  })

  test('with a title above the column names is read from the chosen row', async () => {
    const csv = 'Staff of June,,,\n\nUser ID,First name,Last name,Email\nt1,Ti,Tle,t1@file.example\n'
    const made = await upload(csv, { headerRow: 3 })
    expect([made.headers, made.total]).toEqual([['User ID', 'First name', 'Last name', 'Email'], 1])
    const { rows } = await review(csv, { headerRow: 3 })
    expect(rows.map(row => [row.row, row.outcome])).toEqual([[4, 'new']])
  })
})

describe('names and addresses in a file', () => {
  test('are accepted without a family name, as from directories', async () => {
    const rows = await run('User ID,First name,Last name,Email\nsukarno,Sukarno,,sukarno@file.example\n')
    expect(rows[0]?.outcome).toBe('new')
    expect(await found('sukarno@file.example')).toMatchObject([{ firstName: 'Sukarno', lastName: '' }])
  })

  test('are accepted in the forms that users write', async () => {
    const { rows } = await review(caseFile('csv-13-names-and-mail.csv'))
    expect(Object.fromEntries(rows.map(row => [row.cells[0], row.outcome]))).toMatchObject({
      sukarno: 'new',
      null: 'new',
      obrien: 'new',
      li: 'new',
      moh: 'new',
      emo: 'new',
      idn: 'new',
      idnp: 'new',
      loc: 'new',
      sub: 'new',
    })
  })

  test('with invisible characters are refused, and surrounding spaces are trimmed', async () => {
    const { rows } = await review(caseFile('csv-09-nbsp-zwsp.csv'))
    expect(rows.map(row => row.outcome)).toEqual(['new', 'refused', 'new'])
    await run('User ID,First name,Last name,Email\n\u00a0spaced,Ida,Space,\u00a0spaced@file.example\n')
    expect(await found('spaced@file.example')).toMatchObject([{ userId: 'spaced', email: 'spaced@file.example' }])
  })

  test('with an internationalized domain are normalized to one form', async () => {
    await run('User ID,First name,Last name,Email\nidn1,J\u00f6rg,B,j\u00f6rg@b\u00fccher.example\n')
    expect(await found('idn1')).toMatchObject([{ email: 'j\u00f6rg@xn--bcher-kva.example' }])
    const again = await review('User ID,First name,Last name,Email\nidn2,J,B,J\u00d6RG@xn--bcher-kva.example\n')
    expect(again.rows[0]?.result).toBe('duplicate')
  })

  test('match in composed and decomposed Unicode', async () => {
    const csv = (form: 'NFC' | 'NFD') =>
      'User ID,First name,Last name,Email\njos\u00e9,\u00d3rla,\u00d3 S\u00failleabh\u00e1in,orla@file.example\n'.normalize(
        form,
      )
    expect((await run(csv('NFD')))[0]?.outcome).toBe('new')
    expect((await review(csv('NFC'))).rows[0]?.outcome).toBe('same')
    expect((await review(csv('NFD'))).rows[0]?.outcome).toBe('same')
    expect(await found('jos\u00e9')).toHaveLength(1)
  })
})

test('names with a line break, a direction override, or a zero-width character are refused', async () => {
  const form = { userId: 'ann.lee', firstName: 'Ann', lastName: 'Lee', email: 'ann.lee@file.example' }
  for (const wrong of [{ firstName: 'Ann\nLee' }, { lastName: 'L\u202eee' }, { userId: 'ann\u200b' }])
    expect((await admin.ask(users.create, { ...form, ...wrong })).status).toBe(422)
  expect((await admin.ask(users.create, form)).status).toBe(200)
})

test('a user with a single name can be added and edited by hand, too', async () => {
  const form = { userId: 'suharto', firstName: 'Suharto', lastName: '', email: 'suharto@file.example' }
  expect(await admin.ask(users.create, form)).toMatchObject({ status: 422, body: { fields: [{ field: 'lastName' }] } })
  const made = await admin.tell(users.create, { ...form, oneName: true })
  expect(made).toMatchObject({ firstName: 'Suharto', lastName: '' })
  const edited = await admin.tell(users.update, { ...form, id: made.id, firstName: 'Soeharto' })
  expect(edited).toMatchObject({ firstName: 'Soeharto', lastName: '' })
})

test('missing groups and organization units are created on request, as the review says', async () => {
  const csv = (n: number) =>
    `User ID,First name,Last name,Email,Groups,Units\nplace.${n},Pla,Ce,place.${n}@file.example,Porters;Cleaners,Annex\n`
  const { rows } = await review(csv(1))
  expect(rows[0]?.told).toBe('There is no group “Porters”')
  const made = await upload(csv(1))
  const mapping = made.mapping.map((one, place) => (place === 5 ? 'organizationUnits' : one))
  await admin.tell(userImport.map, { id: made.id, mapping, createMissing: true })
  await reach(made.id, 'reviewed')
  const { items } = await admin.tell(userImport.rows, { id: made.id })
  expect(items[0]?.told).toBe(
    'Creates the user; Creates the group “Porters” and adds the user; Creates the group “Cleaners” and adds the user; Creates the organization unit “Annex” and adds the user',
  )
  await admin.tell(userImport.start, { id: made.id })
  await reach(made.id, 'done')
  const [row] = await found('place.1')
  const user = await admin.tell(users.get, { id: row?.id ?? '' })
  expect(user.groups.map(one => one.name)).toEqual(expect.arrayContaining(['Porters', 'Cleaners']))
  expect(user.organizationUnits.map(one => one.name)).toEqual(['Annex'])
  expect((await review(csv(2))).rows[0]?.told).toBe('Creates the user')
})

test('a group of the workspace is found even if a directory group has the same name', async () => {
  const { send } = await scimConnection(home, 'Same names')
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
  expect(await send('POST', '/Groups', { schemas, displayName: 'Before it' })).toMatchObject({ status: 201 })
  for (const name of ['Before it', 'After it']) await admin.tell(groups.create, { name })
  expect(await send('POST', '/Groups', { schemas, displayName: 'After it' })).toMatchObject({ status: 201 })
  const rows = await run(
    'User ID,First name,Last name,Email,Groups\ntwo.groups,Tia,Two,tia@two.example,Before it; After it',
  )
  expect(rows).toMatchObject([{ outcome: 'new' }])
  const [made] = await found('two.groups')
  expect(made?.groups.map(group => group.name).toSorted()).toEqual(['After it', 'Before it'])
})
