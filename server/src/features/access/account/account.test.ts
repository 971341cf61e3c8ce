import { account } from '@claviger/contract/access/account'
import { individual } from '@claviger/contract/access/individual'
import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { applications } from '@claviger/contract/apps/applications'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { days, minutes } from '#platform/clock.ts'

const home = await startTestApp({ BILLING: 'on' })
const { as, given, clock, world } = home
const workspace = given.owner.workspace

test('a user reads their own identity, role, and permissions', async () => {
  const owner = await as(given.owner.accessToken).tell(account.self)
  expect(owner).toMatchObject({
    email: given.owner.email,
    accountRole: 1,
    workspaceRole: 1,
    hasPassword: false,
    passkeys: 0,
    workspace: { id: workspace, slug: 'northgate', icon: null },
    otherWorkspaces: [],
    demo: false,
    billing: true,
  })
  expect(owner.permissions).toContain('users.write')
  expect(await as(given.owner.accessToken).tell(account.details)).toEqual(owner)
  const user = await as(given.user.accessToken).tell(account.self)
  expect(user).toMatchObject({
    accountRole: 3,
    workspaceRole: null,
    permissions: ['public', 'self', 'keys.own', 'applications.own'],
  })
  expect(await as(given.user.accessToken).tell(account.workspace)).toEqual(user.workspace)
})

test('shows other workspaces only if the email is verified in both', async () => {
  const email = 'commuter@northgate.example'
  const id = await given.addUser('Com', 'Muter', { email, user_id: email })
  await given.addUserIn(given.ownerElsewhere.workspace, 'C', 'M', { email, email_verified_at: null })
  const { accessToken } = await given.session({ id, workspace })
  const others = async () => (await as(accessToken).tell(account.self)).otherWorkspaces.map(one => one.slug)
  expect(await others()).toEqual([])
  await world.superPool.query('update users set email_verified_at = now() where email = $1', [email])
  expect(await others()).toEqual(['southgate'])
  await world.superPool.query('update users set email_verified_at = null where id = $1', [id])
  expect(await others()).toEqual([])
})

test('logs name and language changes with the values before and after', async () => {
  const { accessToken } = await given.session(given.user)
  const to = { firstName: ' Priyanka ', lastName: 'Raman', language: 'de' }
  expect(await as(accessToken).tell(account.updateDetails, to)).toMatchObject({ firstName: 'Priyanka', language: 'de' })
  expect(await as(accessToken).tell(account.self)).toMatchObject({ firstName: 'Priyanka', language: 'de' })
  const { items } = await as(given.owner.accessToken).tell(activity.list, { action: 'account.updated' })
  expect(items[0]).toMatchObject({
    actorId: given.user.id,
    before: { firstName: 'Priya', language: null },
    after: { firstName: 'Priyanka', language: 'de' },
  })
  expect(await as(accessToken).tell(account.part, { url: 'profile' })).toMatchObject({ firstName: 'Priyanka' })
  expect(await as(accessToken).tell(account.updatePart, { url: 'language', language: null })).toMatchObject({
    language: null,
  })
  expect(await as(accessToken).tell(account.part, { url: 'language' })).toEqual({ language: null })
  expect(await as(accessToken).ask(account.updatePart, { url: 'contact', firstName: 'X' })).toMatchObject({
    status: 404,
  })
  expect(await as(accessToken).tell(account.updatePart, { url: 'profile', lastName: 'Rao' })).toMatchObject({
    lastName: 'Rao',
  })
})

test('refuses to change a name that a directory manages, but changes the language', async () => {
  const id = await given.addUser('Im', 'Ported', { source: 2 })
  const { accessToken } = await given.session({ id, workspace })
  const change = (firstName: string) =>
    as(accessToken).ask(account.updateDetails, { firstName, lastName: 'Ported', language: 'fr' })
  expect(await change('Ex')).toMatchObject({ status: 409, body: { code: 'imported-read-only' } })
  expect(await change('Im')).toMatchObject({ status: 200, body: { language: 'fr' } })
})

test('deleting the own account requires a confirmation and ends all its sessions', async () => {
  const id = await given.addUser('Leaving', 'Soon')
  const [here, elsewhere] = [await given.session({ id, workspace }), await given.session({ id, workspace })]
  expect(await as(here.accessToken).ask(account.removeAccount, { confirm: false })).toMatchObject({ status: 422 })
  await as(here.accessToken).tell(account.removeAccount, { confirm: true })
  for (const { accessToken } of [here, elsewhere])
    expect(await as(accessToken).ask(account.self)).toMatchObject({ status: 401 })
  const { items } = await as(given.owner.accessToken).tell(activity.list, { action: 'account.deleted' })
  expect(items[0]).toMatchObject({ actorName: 'Leaving Soon', objectId: id })
})

test('refuses to delete the account of the last owner, whose session stays', async () => {
  const { accessToken } = await given.session(given.owner)
  const answer = await as(accessToken).ask(account.removeAccount, { confirm: true })
  expect(answer).toMatchObject({ status: 409, body: { code: 'last-owner' } })
  expect(await as(accessToken).ask(account.self)).toMatchObject({ status: 200 })
})

test('the owner of a personal account deactivates it and can reactivate it before it is deleted (R199)', async () => {
  const first = await given.session(given.individual)
  await as(first.accessToken).tell(account.removeAccount, { confirm: true })
  expect(await as(first.accessToken).ask(account.self)).toMatchObject({ status: 401 })
  const second = as((await given.session(given.individual)).accessToken)
  expect(await second.tell(individual.get)).toMatchObject({ active: false })
  expect(await second.tell(individual.reactivate)).toMatchObject({ active: true })
  expect(await second.ask(individual.reactivate)).toMatchObject({ status: 409, body: { code: 'change-refused' } })
})

test('each challenge for a security key is different', async () => {
  const ask = () => as(given.user.accessToken).tell(account.challenge)
  expect((await ask()).challenge).not.toBe((await ask()).challenge)
})

test('the first tasks are done by what was done', async () => {
  const before = await as(given.ownerElsewhere.accessToken).tell(account.registerStep)
  expect(before).toMatchObject({ onboarded: false })
  const owner = as(given.ownerElsewhere.accessToken)
  const done = async () =>
    Object.fromEntries((await owner.tell(account.registerStep)).tasks.map(task => [task.id, task.done]))
  const nothing = { 'card-page': 0, application: 0, 'break-glass': 0 }
  expect(await done()).toEqual({ ...nothing, 'people-and-cards': 0, 'second-administrator': 1, 'second-passkey': 0 })
  await addPasskey(home, given.ownerElsewhere.accessToken)
  await owner.tell(selfServicePages.create, { name: 'Wards', page: 'wards-elsewhere', draft: true })
  expect(await done(), 'a draft is not published').toMatchObject({ ...nothing, 'second-passkey': 1 })
  await owner.tell(selfServicePages.create, { name: 'Clinics', page: 'clinics-elsewhere' })
  await owner.tell(applications.proxyCreate, { name: 'Wiki', proxy: { hosts: ['wiki.example'] } })
  await owner.tell(authenticationProfiles.renewBreakGlass, {})
  expect(await done()).toMatchObject({ 'card-page': 1, application: 1, 'break-glass': 1 })
})

test('the banner shows owners what needs attention, most severe first', async () => {
  const { accessToken } = await given.session(given.ownerElsewhere)
  const ids = async () => (await as(accessToken).tell(account.ribbon)).notices.map(notice => notice.id)
  expect(await ids()).toEqual(['second-passkey'])
  const day = new Date(clock.now().getTime() + days(10)).toISOString().slice(0, 10)
  await world.superPool.query('update workspaces set trial_end_date = $2, status = 2 where id = $1', [
    given.ownerElsewhere.workspace,
    day,
  ])
  expect(await ids()).toEqual(['warning', 'trial', 'second-passkey'])
  const { notices } = await as(accessToken).tell(account.ribbon)
  expect(notices[1]?.text).toContain('in 10 days')
  await world.superPool.query('update workspaces set trial_end_date = $2::date + 30, status = 1 where id = $1', [
    given.ownerElsewhere.workspace,
    day,
  ])
  expect(await ids()).toEqual(['second-passkey'])
})

test('changes to email, password, or account require a confirmation within the last five minutes', async () => {
  const { accessToken } = await given.session(given.userManager)
  clock.forward(minutes(6))
  const refused = { status: 401, body: { code: 'verify-first' } }
  expect(await as(accessToken).ask(account.changeContact, { email: 'new@northgate.example' })).toMatchObject(refused)
  expect(await as(accessToken).ask(account.changePassword, { password: 'correct horse battery' })).toMatchObject(
    refused,
  )
  expect(await as(accessToken).ask(account.removeAccount, { confirm: true })).toMatchObject(refused)
})
