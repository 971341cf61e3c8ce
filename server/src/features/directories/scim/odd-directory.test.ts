import { userStatus, users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { signInAgain } from '#test/app/renewed-session.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { scimConnection } from '#test/emulators/scim-client.ts'

const home = await startTestApp()
const admin = signInAgain(home, home.given.administrator)
const { send } = await scimConnection(home, 'Odd')

const person = (userName: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  name: { givenName: 'Odd', familyName: userName },
  active: true,
  ...more,
})
const emails = (value: string) => ({ emails: [{ value, type: 'work', primary: true }] })
const add = async (userName: string, more: object = {}) => {
  const made = await send('POST', '/Users', person(userName, more))
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 201 })
  return made.body.id as string
}
const user = (id: string) => admin.tell(users.get, { id })
const patch = (id: string, ...Operations: object[]) => send('PATCH', `/Users/${id}`, { Operations })

test('a second user with the same email is stored without an email, and receives later changes', async () => {
  const first = await add('ward-a', emails('ward@shared.example'))
  const second = await add('ward-b', emails('ward@shared.example'))
  expect((await user(first)).email).toBe('ward@shared.example')
  expect((await user(second)).email).toBeNull()
  expect((await send('GET', `/Users/${second}`)).body.emails[0].value).toBe('ward@shared.example')
  expect(await patch(second, { op: 'replace', path: 'name.familyName', value: 'Later' })).toMatchObject({ status: 200 })
  expect(await user(second)).toMatchObject({ lastName: 'Later', email: null })
  const third = await add('ward-c', emails('own@shared.example'))
  expect(
    await patch(
      third,
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'ward@shared.example' },
      { op: 'replace', path: 'active', value: false },
    ),
  ).toMatchObject({ status: 200 })
  expect(await user(third)).toMatchObject({ email: null, status: userStatus.suspended })
  expect((await user(first)).email).toBe('ward@shared.example')
})

test('omits a malformed email and the Employee ID of another user', async () => {
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  const number = { [enterprise]: { employeeNumber: 'E-1' } }
  expect((await user(await add('malformed', { ...emails('no address'), ...number }))).email).toBeNull()
  expect(await user(await add('same-number', number))).toMatchObject({ employeeId: null })
})

test('a repeated external ID does not identify a user: each user keeps their own ID', async () => {
  const [one, two] = [await add('twin-1', { externalId: 'twin' }), await add('twin-2', { externalId: 'twin' })]
  expect(one).not.toBe(two)
  const found = await send('GET', `/Users?filter=${encodeURIComponent('externalId eq "twin"')}`)
  expect(found.body.totalResults).toBe(2)
  await send('DELETE', `/Users/${two}`)
  // Not the second one under another name
  expect(await add('twin-3', { externalId: 'twin' })).not.toBe(two)
  expect(await add('twin-2', { externalId: 'twin' })).toBe(two)
})

test('a deleted user frees the userName for a rehire, and stays among the deleted users', async () => {
  const before = await add('rehire', { externalId: 'object-1', ...emails('rehire@corp.example') })
  await send('DELETE', `/Users/${before}`)
  const after = await add('rehire', { externalId: 'object-2', ...emails('rehire@corp.example') })
  expect(after).not.toBe(before)
  expect(await user(after)).toMatchObject({ userId: 'rehire', email: 'rehire@corp.example' })
  expect((await user(after)).status).not.toBe(userStatus.suspended)
  expect((await admin.tell(users.list, { search: 'rehire' })).items.map(one => one.id)).toEqual([after])
  const { rows } = await home.world.superPool.query('select deleted_at from users where id = $1', [before])
  expect(rows[0]?.deleted_at).not.toBeNull()
})

test('a userName or email of a local user is a conflict, and the local user is unchanged', async () => {
  const id = await home.given.addUser('Local', 'One', { user_id: 'local-one', email: 'local-one@corp.example' })
  for (const said of [person('local-one'), person('other', emails('local-one@corp.example'))])
    expect((await send('POST', '/Users', said)).status).toBe(409)
  expect(await user(id)).toMatchObject({ firstName: 'Local', lastName: 'One', email: 'local-one@corp.example' })
})
