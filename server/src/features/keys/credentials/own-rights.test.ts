import { credentials } from '@claviger/contract/keys/credentials'
import { activity } from '@claviger/contract/oversight/activity'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { asRegistration, softwareKey } from '#test/api/authenticator.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, origin, signInWith } from '#test/api/passkeys.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock, mailTo } = home
const workspace = given.owner.workspace
const owner = async () => as((await given.session(given.owner)).accessToken)
const lets = async (panel: boolean, permissions: (101 | 102 | 103 | 104)[]) =>
  (await owner()).tell(workspaceSettings.userPermission, { panel, permissions })
const only = { status: 422, body: { code: 'own-keys-only' } }

async function newPerson(last: string) {
  const id = await given.addUser('Olga', last)
  const { accessToken } = await given.session({ id, workspace })
  return {
    accessToken,
    email: `olga.${last}@northgate.example`.toLowerCase(),
    ...(await addPasskey(home, accessToken)),
  }
}
async function addAnother(accessToken: string) {
  const { session, authInfo } = await as(accessToken).tell(credentials.challenge, { purpose: 'add' })
  const made = asRegistration(softwareKey({ origin }).create(authInfo.creation!))
  return as(accessToken).ask(credentials.add, { ...made, session })
}

test.each([
  ['their panel is turned off', false, [101, 102, 103, 104], [false, false]],
  ['they can only view', true, [101], [false, false]],
  ['they can only delete', true, [102], [false, true]],
  ['they can only edit', true, [103], [true, false]],
] as const)(
  'where %s, users cannot change their own passkeys beyond that',
  async (_, panel, permissions, [edit, remove]) => {
    await lets(true, [101, 102, 103, 104])
    const { accessToken, passkey } = await newPerson(`Let${permissions.join('')}${String(panel)}`)
    const me = as(accessToken)
    await lets(panel, [...permissions])
    expect(await me.tell(credentials.list)).toMatchObject({ items: [{ id: passkey.id }] })
    const renamed = await me.ask(credentials.rename, { id: passkey.id, name: 'Mine' })
    expect(renamed).toMatchObject(edit ? { status: 200 } : only)
    expect(await addAnother(accessToken)).toMatchObject(edit ? { status: 200 } : only)
    expect(await me.ask(credentials.remove, { id: passkey.id })).toMatchObject(remove ? { status: 200 } : only)
  },
)

test('the first passkey can always be added, and users who can manage all keys can change their own', async () => {
  await lets(false, [])
  await newPerson('First')
  const { accessToken } = await given.session(given.administrator)
  const { passkey } = await addPasskey(home, accessToken)
  expect(await as(accessToken).ask(credentials.rename, { id: passkey.id, name: 'Desk' })).toMatchObject({ status: 200 })
})

test('reporting an unknown passkey always works: it is deleted, its owner gets an email, and it is logged', async () => {
  await lets(false, [])
  const { accessToken, email, key, passkey } = await newPerson('Robbed')
  clock.forward(minutes(6))
  await as(accessToken).tell(credentials.report, { id: passkey.id })
  expect(await signInWith(home, key)).toMatchObject({ status: 401 })
  await expect.poll(async () => (await mailTo(email)).subject).toBe('A passkey you reported was deleted')
  const { items } = await (await owner()).tell(activity.list, { action: ['passkey.disowned'] })
  expect(items[0]).toMatchObject({ objectId: passkey.id, actorName: 'Olga Robbed' })
})

test('a user with another passkey must confirm the report with it, and cannot report passkeys of others', async () => {
  await lets(true, [101, 102, 103, 104])
  const { accessToken, passkey } = await newPerson('Careful')
  await addAnother(accessToken)
  const stranger = await newPerson('Strange')
  expect(await as(stranger.accessToken).ask(credentials.report, { id: passkey.id })).toMatchObject({ status: 404 })
  clock.forward(minutes(6))
  const stale = await as(accessToken).ask(credentials.report, { id: passkey.id })
  expect(stale).toMatchObject({ status: 401, body: { code: 'verify-first' } })
})
