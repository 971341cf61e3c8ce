import { registration } from '@claviger/contract/access/registration'
import { signIn } from '@claviger/contract/access/sign-in'
import { userImport } from '@claviger/contract/people/user-import'
import { users } from '@claviger/contract/people/users'
import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { easyProofOfWork, solveProofOfWork } from '#test/api/registering.ts'

const home = await startTestApp(easyProofOfWork)
const { as, given, mailTo, world } = home
const { owner, ownerElsewhere, superAdmin } = given
const sue = as(superAdmin.accessToken)
const asOwner = as(owner.accessToken)

beforeAll(async () => {
  const { id } = await sue.tell(trustDomains.createFor, { id: owner.workspace, domain: 'clinic.example' })
  await sue.tell(trustDomains.decide, { id, status: 1 })
  await sue.tell(trustDomains.createFor, { id: owner.workspace, domain: 'unproven.example' })
})

const stepOne = async (email: string, kind = 'work', robotProof?: string) =>
  as(undefined).ask(registration.stepOne, {
    kind,
    email,
    agreed: true,
    robotProof: robotProof ?? (await solveProofOfWork(home)),
  })

test('a registration with an address in a verified domain says to ask the owner, without naming them', async () => {
  for (const kind of ['work', 'school', 'personal']) {
    const { status, body } = await stepOne('Stranger@Clinic.example', kind)
    expect([status, body['code'], body['fields']]).toEqual([
      409,
      'ask-owner',
      [{ field: 'email', message: expect.stringContaining('Ask the owner') }],
    ])
    expect(JSON.stringify(body)).not.toMatch(/northgate|byron/i)
  }
  for (const email of ['a@unproven.example', 'a@sub.clinic.example', 'a@notclinic.example'])
    expect((await stepOne(email)).status, email).toBe(200)
})

test('one solved proof of work checks one domain only', async () => {
  const proof = await solveProofOfWork(home)
  expect(await stepOne('a@clinic.example', 'work', proof)).toMatchObject({ body: { code: 'ask-owner' } })
  expect(await stepOne('b@clinic.example', 'work', proof)).toMatchObject({ body: { code: 'robot-check' } })
})

const proven = async (email: string) =>
  (await world.superPool.query('select email_verified_at is not null as proven from users where email = $1', [email]))
    .rows[0]?.proven as boolean | undefined

async function reach(id: string, state: string): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if ((await asOwner.tell(userImport.get, { id })).state === state) return
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`the import does not become ${state}`)
}

async function importCsv(csv: string): Promise<void> {
  const { id, mapping } = await asOwner.tell(userImport.upload, { csv })
  await asOwner.tell(userImport.map, { id, mapping })
  await reach(id, 'reviewed')
  await asOwner.tell(userImport.start, { id })
  await reach(id, 'done')
}

test('users with an address in the domain need not verify it, whether added, edited, or imported', async () => {
  const add = (userId: string, email: string) =>
    asOwner.tell(users.create, { userId, firstName: 'Dora', lastName: 'Domain', email })
  const dora = await add('dora', 'dora@clinic.example')
  const otto = await add('otto', 'otto@elsewhere.example')
  expect([await proven('dora@clinic.example'), await proven('otto@elsewhere.example')]).toEqual([true, false])
  const edit = (id: string, userId: string, email: string) =>
    asOwner.tell(users.update, { id, userId, firstName: 'Dora', lastName: 'Domain', email })
  await edit(otto.id, 'otto', 'otto@clinic.example')
  await edit(dora.id, 'dora', 'dora@elsewhere.example')
  expect([await proven('otto@clinic.example'), await proven('dora@elsewhere.example')]).toEqual([true, false])
  const csv = 'User ID,First name,Last name,Email\nina,Ina,One,ina@clinic.example\nuwe,Uwe,Two,uwe@elsewhere.example\n'
  await importCsv(csv)
  expect([await proven('ina@clinic.example'), await proven('uwe@elsewhere.example')]).toEqual([true, false])
  await importCsv(csv.replace('ina@clinic', 'ina@elsewhere').replace('uwe@elsewhere', 'uwe@clinic'))
  expect([await proven('uwe@clinic.example'), await proven('ina@elsewhere.example')]).toEqual([true, false])
})

test('a user with several workspaces sees the one of the domain first', async () => {
  const email = 'wanda@clinic.example'
  for (const { workspace } of [ownerElsewhere, given.individual, owner])
    await given.addUserIn(workspace, 'Wanda', 'Many', { email, email_verified_at: null })
  const order = async () => {
    await world.superPool.query('delete from email_sign_ins')
    const { session } = await as(undefined).tell(signIn.emailInitial, { email })
    const { code } = await mailTo(email)
    const reply = await as(session).tell(signIn.emailLogin, { code })
    return reply.choices?.map(one => one.workspaceName)
  }
  expect(await order()).toEqual(['Northgate Hospital', 'Mia Berg', 'Southgate Clinic'])
})
