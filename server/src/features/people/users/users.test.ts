import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { type UserInput, users, userStatus } from '@claviger/contract/people/users'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { collectStatements } from '#test/app/sent-statements.ts'
import { days, minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'
import { transact } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { openLink } from '../account-links/account-links.ts'
import { keysChanged, phoneOf } from './users.ts'

const home = await startTestApp()
const { as, clock, given, mailTo, world } = home
const { addGroup, addUnit, appoint } = testData(home)
const admin = as(given.administrator.accessToken)

let count = 0
const someone = (more: Partial<UserInput> = {}): UserInput => {
  const n = ++count
  return {
    userId: `person.${n}`,
    firstName: 'Lise',
    lastName: `Meitner ${n}`,
    email: `lise.${n}@northgate.example`,
    ...more,
  }
}
const inside = <T>(work: (ctx: TransactionContext) => Promise<T>): Promise<T> =>
  transact(
    world,
    { actor: { kind: 'nobody' }, request: { id: 'test', ip: '::1', userAgent: '' }, workspace: given.owner.workspace },
    work,
  )
const addOutside = (name: string) => {
  const id = newId()
  return inside(async ctx => {
    await ctx.db.insertInto('groups').values({ workspace_id: given.owner.workspace, id, name, type: 7 }).execute()
    return id
  })
}
const linesAbout = (id: string) =>
  inside(ctx =>
    ctx.db
      .selectFrom('activities')
      .select(['action', 'before', 'after', 'actor_name'])
      .where('object_id', '=', id)
      .orderBy('id')
      .execute(),
  )

describe('adding users', () => {
  test('stores all fields, groups, and units, and the log names the administrator', async () => {
    const [group, unit] = [await addGroup('Nurses'), await addUnit('Ward 3')]
    const user = await admin.tell(users.create, {
      ...someone({ email: 'Lise.New@Northgate.example', employeeId: 'E-1' }),
      phoneNumber: { countryCode: '49', mobileNumber: '0171 123 45 67' },
      groups: [group],
      organizationUnits: [unit],
      scimAttribute5: 'night shift',
    })
    expect(user).toMatchObject({
      email: 'lise.new@northgate.example',
      employeeId: 'E-1',
      phoneNumber: { countryCode: '+49', mobileNumber: '1711234567' },
      status: userStatus.newUser,
      groups: [{ id: group, name: 'Nurses' }],
      organizationUnits: [{ id: unit, name: 'Ward 3' }],
      scimAttribute5: 'night shift',
    })
    expect(await admin.tell(users.get, { id: user.id })).toEqual(user)
    const [line] = await linesAbout(user.id)
    expect(line).toMatchObject({
      action: 'user.created',
      actor_name: 'Grace Hopper',
      after: { email: 'lise.new@northgate.example', groups: ['Nurses'], phoneNumber: '+491711234567' },
    })
    const { items } = await admin.tell(groups.ids)
    expect(items).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Everyone', type: 0 })]))
    expect((await admin.tell(units.names)).items).toEqual([{ id: unit, name: 'Ward 3' }])
  })

  test('refuses one of two concurrent users with the same address, User ID, or Employee ID', async () => {
    const cases = [
      ['email-taken', { email: 'both@northgate.example' }],
      ['user-id-taken', { userId: 'Both' }],
      ['employee-id-taken', { employeeId: 'E-Both' }],
    ] as const
    for (const [code, same] of cases) {
      const answers = await Promise.all([1, 2].map(() => admin.ask(users.create, { ...someone(), ...same })))
      expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(answers.find(answer => answer.status === 409)?.body).toMatchObject({ code })
    }
    expect(await admin.ask(users.create, { ...someone(), userId: 'bOTH' })).toMatchObject({ status: 409 })
  })

  test('allows a shared mailbox on request, and the same address in another workspace', async () => {
    const first = await admin.tell(users.create, someone())
    const email = first.email as string
    await admin.tell(users.create, someone({ email, sharesEmail: true }))
    await as(given.ownerElsewhere.accessToken).tell(users.create, someone({ email }))
    expect(await admin.ask(users.create, { ...someone({ email }) })).toMatchObject({
      status: 409,
      body: { code: 'email-taken' },
    })
  })

  test('names the invalid fields', async () => {
    const cases: [object, string][] = [
      [{ userId: '' }, 'userId'],
      [{ firstName: 'x'.repeat(101) }, 'firstName'],
      [{ email: 'no address' }, 'email'],
      [{ email: 7 }, 'email'],
      [{ groups: 'all' }, 'groups'],
      [{ phoneNumber: { countryCode: '+49', mobileNumber: '12' } }, 'phoneNumber.mobileNumber'],
      [{ phoneNumber: { countryCode: '+999', mobileNumber: '123456789' } }, 'phoneNumber.mobileNumber'],
    ]
    for (const [wrong, field] of cases) {
      const { status, body } = await admin.ask(users.create, { ...someone(), ...wrong })
      expect([status, (body['fields'] as { field: string }[])[0]?.field]).toEqual([422, field])
    }
    expect(await admin.ask(users.create, { ...someone(), groups: [newId()] })).toMatchObject({ status: 404 })
    expect(await admin.ask(users.create, { ...someone(), organizationUnits: [newId()] })).toMatchObject({ status: 404 })
    expect(await admin.ask(users.create, { ...someone(), lastName: 'a\u0000b' })).toMatchObject({
      status: 400,
      body: { code: 'unreadable-text' },
    })
    expect(await admin.ask(users.create, { ...someone(), lastName: 'ﷺ'.repeat(100) })).toMatchObject({ status: 200 })
  })

  test('normalizes phone numbers', () => {
    expect(phoneOf({ countryCode: '+39', mobileNumber: '06 698 12345' })).toEqual({
      country: '+39',
      number: '0669812345',
    })
    expect(phoneOf({ countryCode: '1', mobileNumber: '(415) 555-2671' })).toEqual({
      country: '+1',
      number: '4155552671',
    })
  })
})

describe('inviting users', () => {
  test('sends the email immediately, its link opens, and the user is pending', async () => {
    const user = await admin.tell(users.create, { ...someone(), invite: true })
    expect(user.status).toBe(userStatus.pending)
    const { link, subject } = await mailTo(user.email as string)
    expect(subject).toContain('Northgate Hospital')
    expect(link).toContain('http://localhost:8080/auth/verify?link=')
    const text = new URL(link as string).searchParams.get('link') as string
    expect(await inside(ctx => openLink(ctx, text))).toMatchObject({ user: user.id, purpose: 'activation' })
    const to = { id: user.id, userId: user.userId, firstName: user.firstName, lastName: user.lastName }
    await admin.tell(users.update, { ...to, email: 'moved.on@northgate.example' })
    await expect(inside(ctx => openLink(ctx, text))).rejects.toMatchObject({ code: 'link-spent' })
    expect((await linesAbout(user.id)).map(line => line.action)).toEqual([
      'user.created',
      'user.invited',
      'user.updated',
    ])
    const key = await given.addKey(user.id)
    await inside(ctx => keysChanged(ctx, [user.id]))
    expect((await admin.tell(users.get, { id: user.id })).status).toBe(userStatus.active)
    await admin.tell(keyActCalls.removeOne, { id: key })
    expect((await admin.tell(users.get, { id: user.id })).status).toBe(userStatus.noDevice)
  })

  test('allows one email per minute', async () => {
    const { id } = await admin.tell(users.create, someone())
    const answers = await Promise.all([1, 2].map(() => admin.ask(users.sendVerify, { id })))
    expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 429])
    clock.forward(minutes(1))
    await admin.tell(users.sendVerify, { id })
  })

  test('sends a user who has or had a key a recovery link that is valid for one day, and logs it', async () => {
    const { id, email } = await admin.tell(users.create, someone())
    const lasts = async () => {
      const { rows } = await world.superPool.query<{ days: number; purpose: string }>(
        `select purpose, extract(epoch from expires_at - created_at) / 86400 as days from account_links
         where user_id = $1 order by created_at desc limit 1`,
        [id],
      )
      return [rows[0]?.purpose, Number(rows[0]?.days)]
    }
    await admin.tell(users.sendVerify, { id })
    expect(await lasts()).toEqual(['activation', 7])
    const key = await given.addKey(id)
    await inside(ctx => keysChanged(ctx, [id]))
    clock.forward(minutes(1))
    await admin.tell(users.sendVerify, { id })
    expect(await lasts()).toEqual(['activation', 1])
    const subject = async () => (await mailTo(email ?? '')).subject
    await expect.poll(subject).toBe('Recover your account at Northgate Hospital')
    await admin.tell(keyActCalls.removeOne, { id: key })
    clock.forward(minutes(1))
    await admin.tell(users.sendVerify, { id })
    expect(await lasts()).toEqual(['activation', 1])
    const { items } = await admin.tell(activity.list, { user: id })
    expect(items.filter(({ action }) => action === 'user.recovery-sent')).toHaveLength(2)
  })

  test('adds a user with one statement after the session check, and an invitation takes one more before it', async () => {
    await admin.tell(users.create, someone())
    const add = expect.stringMatching(/^with own as .*insert into users.*insert into activities/s) as string
    const enter = expect.stringMatching(/enter_session/) as string
    expect(await collectStatements(() => admin.tell(users.create, someone()))).toEqual([enter, add])
    const one = { ...someone(), invite: true }
    const texts = await collectStatements(() => admin.tell(users.create, one))
    expect(texts.slice(0, 3)).toEqual([enter, expect.stringMatching(/reader_languages/), add])
    expect(texts[2]).toMatch(/insert into account_links.*INSERT INTO jobs/s)
    expect((await mailTo(one.email ?? '')).subject).toContain('Set up your sign-in')
  })

  test('leaves nothing behind when the user cannot be added', async () => {
    const before = someone()
    await admin.tell(users.create, before)
    const lines = async () =>
      (await world.superPool.query('select from activities where action in ($1, $2)', ['user.created', 'user.invited']))
        .rowCount
    const written = await lines()
    const taken = await admin.ask(users.create, { ...someone(), userId: before.userId, invite: true })
    expect(taken).toMatchObject({ status: 409, body: { code: 'user-id-taken' } })
    expect(await lines()).toBe(written)
  })

  test('refuses users without an address and suspended users', async () => {
    const bare = await given.addUser('Bare', 'Mailbox', { email: null, email_verified_at: null })
    expect(await admin.ask(users.sendVerify, { id: bare })).toMatchObject({ status: 422, body: { code: 'no-email' } })
    const away = await given.addUser('Gone', 'Away', { suspended_at: new Date() })
    expect(await admin.ask(users.sendVerify, { id: away })).toMatchObject({
      status: 409,
      body: { code: 'change-refused' },
    })
  })
})

describe('editing users', () => {
  test('logs only the changed fields, with old and new values', async () => {
    const user = await admin.tell(users.create, someone({ employeeId: 'E-9' }))
    const [group] = [await addGroup('Editors')]
    const to = {
      userId: user.userId,
      firstName: 'Élise',
      lastName: user.lastName,
      email: user.email as string,
      groups: [group],
    }
    const edited = await admin.tell(users.update, { id: user.id, ...to })
    expect(edited).toMatchObject({ firstName: 'Élise', employeeId: 'E-9', groups: [{ name: 'Editors' }] })
    const line = (await linesAbout(user.id)).at(-1)
    expect(line).toMatchObject({ action: 'user.updated' })
    expect(line?.before).toEqual({ firstName: 'Lise', groups: [] })
    expect(line?.after).toEqual({ firstName: 'Élise', groups: ['Editors'] })
    await admin.tell(users.update, { id: user.id, ...to })
    expect(await linesAbout(user.id)).toHaveLength(2)
    const cleared = await admin.tell(users.update, { id: user.id, ...to, employeeId: '', groups: [] })
    expect(cleared).toMatchObject({ employeeId: null, groups: [] })
  })

  test('keeps identity fields of imported users read-only, and allows other changes', async () => {
    const id = await given.addUser('Imre', 'Import', { source: 2 })
    const same = {
      id,
      userId: 'imre.import@northgate.example',
      firstName: 'Imre',
      lastName: 'Import',
      email: 'imre.import@northgate.example',
    }
    const group = await addGroup('Local')
    const edited = await admin.tell(users.update, { ...same, groups: [group], sharesEmail: true })
    expect(edited).toMatchObject({ groups: [{ name: 'Local' }], sharesEmail: true })
    const answer = await admin.ask(users.update, { ...same, lastName: 'Changed' })
    expect(answer).toMatchObject({ status: 409, body: { code: 'imported-read-only' } })
  })

  test('can neither add users to directory groups nor remove them', async () => {
    const outside = await addOutside('From Entra')
    const user = await admin.tell(users.create, someone())
    const same = {
      id: user.id,
      userId: user.userId,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email as string,
    }
    expect(await admin.ask(users.update, { ...same, groups: [outside] })).toMatchObject({
      body: { code: 'imported-read-only' },
    })
    await inside(ctx =>
      ctx.db
        .insertInto('group_members')
        .values({ workspace_id: given.owner.workspace, group_id: outside, user_id: user.id })
        .execute(),
    )
    expect((await admin.tell(users.update, { ...same, groups: [] })).groups).toEqual([
      { id: outside, name: 'From Entra' },
    ])
  })

  test('cannot change, remove, or invite a user with a higher role', async () => {
    const manager = as(given.userManager.accessToken)
    const owner = await manager.tell(users.get, { id: given.owner.id })
    const to = {
      id: owner.id,
      userId: owner.userId,
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'mine@northgate.example',
    }
    expect(await manager.ask(users.update, to)).toMatchObject({ status: 403, body: { code: 'above-you' } })
    expect(await manager.ask(users.sendVerify, { id: owner.id })).toMatchObject({ status: 403 })
    expect(await manager.ask(users.remove, { id: owner.id })).toMatchObject({ status: 403 })
    await as(given.owner.accessToken).tell(users.update, { ...to, email: given.owner.email })
  })
})

describe('deleted users', () => {
  test('are gone everywhere, signed out, and can be restored within 30 days', async () => {
    const { id, email, userId } = await admin.tell(users.create, someone())
    const { accessToken } = await given.session({ id, workspace: given.owner.workspace })
    await admin.tell(users.remove, { id })
    expect(await as(accessToken).ask(users.list)).toMatchObject({ status: 401 })
    expect(await admin.ask(users.get, { id })).toMatchObject({ status: 404 })
    expect(await admin.ask(users.remove, { id })).toMatchObject({ status: 404 })
    clock.forward(days(29))
    const { accessToken: today } = await given.session(given.administrator)
    expect(await as(today).tell(users.restore, { id })).toMatchObject({ id, userId })
    await as(today).tell(users.remove, { id })
    await as(today).tell(users.create, someone({ email: email as string }))
    expect(await as(today).ask(users.restore, { id })).toMatchObject({ status: 409, body: { code: 'email-taken' } })
    expect((await linesAbout(id)).map(line => line.action)).toEqual([
      'user.created',
      'user.deleted',
      'user.restored',
      'user.deleted',
    ])
    expect((await linesAbout(id))[1]?.before).toMatchObject({ userId, email })
    clock.forward(-days(29))
  })

  test('never include the own account or the last owner', async () => {
    const owner = as(given.owner.accessToken)
    expect(await owner.ask(users.remove, { id: given.owner.id })).toMatchObject({
      status: 409,
      body: { code: 'own-account' },
    })
    const second = await given.addUser('Second', 'Owner')
    await appoint(second, 1)
    const { accessToken } = await given.session({ id: second, workspace: given.owner.workspace })
    await owner.tell(users.remove, { id: second })
    await owner.tell(users.restore, { id: second })
    const [one, other] = await Promise.all([
      owner.ask(users.remove, { id: second }),
      as(accessToken).ask(users.remove, { id: given.owner.id }),
    ])
    expect([one.status, other.status]).toContain(200)
    expect(one.status === 200 && other.status === 200).toBe(false)
    if (other.status === 200) {
      const heir = as((await given.session({ id: second, workspace: given.owner.workspace })).accessToken)
      await heir.tell(users.restore, { id: given.owner.id })
    }
  })
})

describe('permissions', () => {
  test('another workspace can neither see nor change a user', async () => {
    const elsewhere = as(given.ownerElsewhere.accessToken)
    const input = { ...someone(), id: given.user.id }
    for (const call of [users.get, users.update, users.remove, users.restore, users.sendVerify])
      expect(await elsewhere.ask(call, input)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    const { items } = await elsewhere.tell(users.list, {})
    expect(items.map(item => item.id)).not.toContain(given.user.id)
  })

  test('roles decide who can read and who can write', async () => {
    const reader = as(given.readOnly.accessToken)
    expect(await reader.ask(users.list)).toMatchObject({ status: 200 })
    expect(await reader.ask(users.create, someone())).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
    expect(await as(given.userManager.accessToken).ask(users.create, someone())).toMatchObject({ status: 200 })
    expect(await as(given.user.accessToken).ask(users.list)).toMatchObject({ status: 403 })
    expect(await as(given.individual.accessToken).ask(users.list)).toMatchObject({
      status: 403,
      body: { code: 'personal-workspace' },
    })
    expect(await as(undefined).ask(users.list)).toMatchObject({ status: 401 })
  })
})
