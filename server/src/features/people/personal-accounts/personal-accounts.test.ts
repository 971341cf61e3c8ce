import { activity } from '@claviger/contract/oversight/activity'
import { personalAccounts } from '@claviger/contract/people/personal-accounts'
import { users } from '@claviger/contract/people/users'
import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given, mailTo, world } = await startTestApp()
const superAdmin = as(given.superAdmin.accessToken)
const { owner, individual } = given

test('a personal account in a verified domain joins the workspace, is invited, and keeps its own workspace', async () => {
  const { id } = await superAdmin.tell(trustDomains.createFor, { id: owner.workspace, domain: 'northgate.example' })
  const { items } = await superAdmin.tell(personalAccounts.list, { id })
  expect(items).toEqual([{ id: individual.id, name: 'Mia Berg', email: individual.email, joined: false }])
  const add = (userId: string) => superAdmin.ask(personalAccounts.add, { id, userId })
  expect(await add(individual.id)).toMatchObject({ status: 409, body: { code: 'domain-unproven' } })
  await superAdmin.tell(trustDomains.decide, { id, status: 1 })
  expect(await add(individual.id)).toMatchObject({ status: 200 })
  expect(await mailTo(individual.email)).toMatchObject({ subject: 'Set up your sign-in for Northgate Hospital' })
  const { items: found } = await as(owner.accessToken).tell(users.list, { search: 'Mia Berg' })
  expect(found[0]).toMatchObject({ email: individual.email, status: 30 })
  const log = await as(owner.accessToken).tell(activity.list, { action: 'user.created' })
  expect(log.items[0]).toMatchObject({ actorName: 'Sue Per', objectName: 'Mia Berg' })
  expect((await superAdmin.tell(personalAccounts.list, { id })).items[0]).toMatchObject({ joined: true })
  expect(await add(individual.id)).toMatchObject({ status: 409, body: { code: 'user-id-taken' } })
})

test('accounts outside the domain and business accounts cannot be added', async () => {
  const { id } = await superAdmin.tell(trustDomains.createFor, { id: owner.workspace, domain: 'gate.example' })
  await superAdmin.tell(trustDomains.decide, { id, status: 1 })
  expect((await superAdmin.tell(personalAccounts.list, { id })).items).toEqual([])
  for (const userId of [individual.id, given.ownerElsewhere.id, id]) {
    expect(await superAdmin.ask(personalAccounts.add, { id, userId })).toMatchObject({ status: 404 })
  }
  expect(await superAdmin.ask(personalAccounts.list, { id: individual.id })).toMatchObject({ status: 404 })
})

test('an administrator can add only users registered with an address in a verified domain of the workspace', async () => {
  const { rows } = await world.superPool.query<{ id: string }>(
    `update users set email = 'max.muster@clinic.example', user_id = 'max' where id = $1 returning id`,
    [individual.id],
  )
  expect(rows).toHaveLength(1)
  const asOwner = as((await given.session(owner)).accessToken)
  const add = (email: string) => asOwner.ask(personalAccounts.addOwn, { email })
  expect(await add('max.muster@clinic.example')).toMatchObject({ status: 409, body: { code: 'domain-unproven' } })
  const { id } = await superAdmin.tell(trustDomains.createFor, { id: owner.workspace, domain: 'clinic.example' })
  await superAdmin.tell(trustDomains.decide, { id, status: 1 })
  expect(await add('nobody@clinic.example')).toMatchObject({ status: 404, body: { code: 'not-found' } })
  const { status, body } = await add('Max.Muster@clinic.example')
  expect([status, body['firstName'], body['email']]).toEqual([200, 'Mia', 'max.muster@clinic.example'])
  expect(await mailTo('max.muster@clinic.example')).toMatchObject({
    subject: 'Set up your sign-in for Northgate Hospital',
  })
  expect(await add('max.muster@clinic.example')).toMatchObject({ status: 409 })
  const elsewhere = as(given.ownerElsewhere.accessToken)
  expect(await elsewhere.ask(personalAccounts.addOwn, { email: 'max.muster@clinic.example' })).toMatchObject({
    status: 409,
    body: { code: 'domain-unproven' },
  })
})
