import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { connections } from '@claviger/contract/directories/connections'
import { ldap } from '@claviger/contract/directories/ldap'
import { users } from '@claviger/contract/people/users'
import { beforeAll, beforeEach, afterAll, describe, expect, test } from 'vitest'
import { signInAgain } from '#test/app/renewed-session.ts'
import { directories } from '#test/api/directories.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { ldif } from '#test/people/odd-people.ts'
import { hasSlapd, slapdBase, slapdForm, slapdReader, startSlapd, type Slapd } from '#test/emulators/slapd.ts'
import { outboxMails } from '#integrations/mail.ts'
import { connectionById } from '#features/directories/connections/connections.ts'
import { applyUsers } from '#features/directories/links/links.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const { as, given } = home
const { inside } = directories(home)
const owner = signInAgain(home, given.owner)
const password = 'what the directory knows'

const people = ['ann', 'bob', 'cy', 'dee', 'eve']
const person = (uid: string) =>
  ldif(`uid=${uid},${slapdBase}`, {
    objectClass: 'inetOrgPerson',
    uid,
    cn: uid,
    sn: uid,
    mail: `${uid}@northgate.example`,
    userPassword: password,
  })

describe.skipIf(!hasSlapd())('a directory password', () => {
  let slapd: Slapd
  let form: Record<string, unknown>
  const save = (more: object) => owner.tell(ldap.update, { ...form, ...more } as never)
  const approve = (id: string) =>
    owner.tell(connections.approve, { id, roles: [], touchesRank: false, privateHosts: ['127.0.0.1'] })
  let id = ''
  beforeAll(async () => {
    slapd = await startSlapd(people.map(person).join(''))
    form = slapdForm(slapd, { name: 'Corp', groupFilter: '' })
    id = (await save({})).id
    await approve(id)
    const { items } = await owner.tell(ldap.sample, { id, count: 20 })
    await inside(async ctx => {
      const connection = await connectionById(ctx, id)
      const told = items.map(({ anchor, attributes }) => {
        const of = (name: string) => attributes.find(one => one.name === name)?.values[0] ?? ''
        const fields = { userId: of('uid'), firstName: of('cn'), lastName: of('sn'), email: of('mail') }
        return { anchor, active: true, fields }
      })
      if (connection) await applyUsers(ctx, connection, told, 2)
    })
  })
  afterAll(() => slapd.stop())
  beforeEach(async () => {
    await save({ id, passwords: true })
    await approve(id)
  })

  const enter = async (uid: string, pin: string) => {
    const { session } = await as(undefined).tell(signIn.emailInitial, { email: `${uid}@northgate.example` })
    return as(session).ask(signIn.emailLogin, { pin })
  }
  const refused = { status: 401, body: { code: 'password-refused' } }

  test('is refused until an owner enables it', async () => {
    await save({ id, passwords: false })
    expect(await enter('ann', password)).toMatchObject(refused)
    const admin = as((await given.session(given.administrator)).accessToken)
    expect(await admin.ask(ldap.update, { ...form, id, passwords: true })).toMatchObject({
      body: { code: 'owner-decides' },
    })
  })

  test('signs in to the account of its user, and a wrong password or unknown user is refused', async () => {
    const entered = await enter('ann', password)
    expect(entered.status).toBe(200)
    const self = await as(String(entered.body['accessToken'])).tell(account.self)
    expect(self).toMatchObject({ email: 'ann@northgate.example' })
    expect(await enter('ann', 'wrong')).toMatchObject(refused)
    expect(await enter('nobody', password)).toMatchObject(refused)
  })

  test('is refused if empty before it reaches the directory, which would accept it', async () => {
    expect((await enter('bob', '')).status).toBe(422)
  })

  test('is refused for a user with a role and for a password that the directory does not accept', async () => {
    const { items } = await owner.tell(users.list, { search: 'dee' })
    await testData(home).appoint(items[0]?.id ?? '', 4)
    expect(await enter('dee', password)).toMatchObject(refused)
    slapd.modify(`dn: uid=eve,${slapdBase}\nchangetype: modify\nreplace: userPassword\nuserPassword: another\n`)
    expect(await enter('eve', password)).toMatchObject(refused)
  })

  test('is refused after the directory connection changes until an owner approves it', async () => {
    await save({ id, username: slapdReader.dn.toUpperCase() })
    expect(await enter('bob', password)).toMatchObject(refused)
    await approve(id)
    expect(await enter('bob', password)).toMatchObject({ status: 200 })
  })

  test('is checked three times per hour, and an emailed code still works', async () => {
    for (let tries = 0; tries < 3; tries++) expect(await enter('cy', 'guessed')).toMatchObject(refused)
    expect(await enter('cy', password)).toMatchObject(refused)
    const mails = async () => (await outboxMails(home.world)).filter(mail => mail.to === 'cy@northgate.example')
    await expect.poll(async () => (await mails()).length).toBe(4)
    const { session } = await as(undefined).tell(signIn.emailInitial, { email: 'cy@northgate.example' })
    await expect.poll(async () => (await mails()).length).toBe(5)
    const code = (await mails())[0]?.code
    expect(await as(session).ask(signIn.emailLogin, { code })).toMatchObject({ status: 200 })
    home.clock.forward(3_700_000)
    expect(await enter('cy', password)).toMatchObject({ status: 200 })
  })
})
