import { activity } from '@claviger/contract/oversight/activity'
import { credentials } from '@claviger/contract/keys/credentials'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, signInWith } from '#test/api/passkeys.ts'
import { newId } from '#platform/ids.ts'

const home = await startTestApp()
const { as, given } = home
const reader = as(given.administrator.accessToken)
const { id } = given.owner
const actionsOf = async (input: Parameters<typeof reader.tell<typeof activity.ofCredential>>[1]) =>
  (await reader.tell(activity.ofCredential, input)).items.map(item => item.action)

const without = async (authorization: string, passkey: string) => {
  const answer = await home.app.inject({
    url: `/administrator/tokens/activity/credentials/${passkey}/logs`,
    headers: { authorization, accept: 'application/json' },
  })
  return answer.json<{ items: { action: string }[] }>().items
}

test('the log of one passkey shows its creation, uses, and deletion, and nothing about other passkeys', async () => {
  const { key, passkey } = await addPasskey(home, given.owner.accessToken)
  await addPasskey(home, given.owner.accessToken)
  expect((await signInWith(home, key)).status).toBe(200)
  const wanted = ['sign-in.passkey', 'passkey.added']
  expect(await actionsOf({ id, credentialId: passkey.id })).toEqual(wanted)
  expect((await without(given.administrator.accessToken, passkey.id)).map(item => item.action)).toEqual(wanted)
  expect(await actionsOf({ id, credentialId: passkey.id, kind: 'use' })).toEqual(['sign-in.passkey'])
  await as(given.owner.accessToken).tell(credentials.remove, { id: passkey.id })
  expect(await actionsOf({ id, credentialId: passkey.id })).toEqual(['passkey.deleted', ...wanted])
})

test('passkeys of another user, of an unknown user, or of another workspace are not shown', async () => {
  const { passkey } = await addPasskey(home, given.owner.accessToken)
  const other = given.administrator.id
  for (const input of [
    { id: other, credentialId: passkey.id },
    { id: newId(), credentialId: passkey.id },
  ])
    expect(await reader.ask(activity.ofCredential, input)).toMatchObject({ status: 404 })
  expect(await actionsOf({ id: other, credentialId: newId() })).toEqual([])
  const stranger = as(given.ownerElsewhere.accessToken)
  expect(await stranger.ask(activity.ofCredential, { id, credentialId: passkey.id })).toMatchObject({ status: 404 })
  expect(await without(given.ownerElsewhere.accessToken, passkey.id)).toEqual([])
  expect(
    (await as(given.userManager.accessToken).ask(activity.ofCredential, { id, credentialId: passkey.id })).status,
  ).toBe(403)
})
