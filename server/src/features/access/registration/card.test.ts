import { registration } from '@claviger/contract/access/registration'
import { signIn } from '@claviger/contract/access/sign-in'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import {
  addPasskey,
  samplePerson,
  begin,
  beginProven,
  codeTo,
  easyProofOfWork,
  nameWorkspace,
} from '#test/api/registering.ts'

const home = await startTestApp(easyProofOfWork)

async function finish(who: Awaited<ReturnType<typeof begin>>, slug: string): Promise<string> {
  await who.call.tell(registration.completePersonalInfo, samplePerson)
  await nameWorkspace(who, slug)
  return (await who.call.tell(registration.complete, {})).accessToken
}

test('a card enrolled during registration signs in to the new workspace', async () => {
  const who = await beginProven(home, 'work', 'ada@cards.example')
  const state = await who.call.tell(registration.accessKey, { cardId: '11706628', pin: '4711', name: 'Badge' })
  expect(state).toMatchObject({ step: 'personal-info', hasCard: true, hasPasskey: false })
  const { rows } = await home.world.superPool.query<{ text: string }>(
    'select registrations::text as text from registrations where email = $1',
    [who.email],
  )
  for (const secret of ['11706628', '04A1B2', '4711']) expect(rows[0]?.text).not.toContain(secret)
  const me = home.as(await finish(who, 'carded'))
  const { items } = await me.tell(securityKeys.list, {})
  expect(items).toMatchObject([{ name: 'Badge', type: 2, status: 20, hasPin: true, pinDue: false, isDefault: true }])
  const nobody = home.as(undefined)
  const input = { where: 'carded', cardId: '04A1B2', pin: '4711' }
  expect((await nobody.ask(signIn.cardLogin, input)).status).toBe(200)
  expect((await nobody.ask(signIn.cardLogin, { ...input, pin: '4712' })).status).not.toBe(200)
  const { rows: left } = await home.world.superPool.query('select card_sealed from registrations where email = $1', [
    who.email,
  ])
  expect(left).toEqual([{ card_sealed: null }])
})

test('a passkey replaces a card, a card replaces a passkey, and skipping removes both', async () => {
  const who = await beginProven(home, 'work', 'both@cards.example')
  const card = { cardId: '0A0B', cardFormat: 'hex', pin: '4711' } as const
  await who.call.tell(registration.accessKey, card)
  expect((await addPasskey(who)).state).toMatchObject({ hasCard: false, hasPasskey: true })
  expect(await who.call.tell(registration.accessKey, card)).toMatchObject({ hasCard: true, hasPasskey: false })
  expect(await who.call.tell(registration.skipPasskey, {})).toMatchObject({ hasCard: false, hasPasskey: false })
})

test.each([
  [{ cardId: 'no card', pin: '4711' }, 422, 'card-unreadable'],
  [{ cardId: '', pin: '4711' }, 422, 'invalid-input'],
  [{ cardId: '123', pin: '123' }, 422, 'pin-unfit'],
  [{ cardId: '11706628', pin: '1170' }, 422, 'pin-unfit'],
  [{ cardId: '123', pin: 'x'.repeat(64) }, 422, 'invalid-input'],
  [{ cardId: '123' }, 422, 'invalid-input'],
])('refuses %j', async (input, status, code) => {
  const who = await begin(home, 'work', `bad-${JSON.stringify(input).length}@cards.example`)
  expect((await who.call.ask(registration.accessKey, { cardId: '1', pin: '4711' })).body['code']).toBe('wrong-step')
  await who.call.tell(registration.verifyPersonalInfo, { code: await codeTo(home, who.email) })
  expect(await who.call.ask(registration.accessKey, input)).toMatchObject({ status, body: { code } })
})

test('a personal registration cannot enroll a card', async () => {
  const who = await beginProven(home, 'personal', 'oneself@gmail.com')
  expect(await who.call.ask(registration.accessKey, { cardId: '123', pin: '4711' })).toMatchObject({ status: 409 })
})

test('refuses to enroll a card without a registration', async () => {
  const input = { cardId: '123', pin: '4711' }
  expect((await home.as(undefined).ask(registration.accessKey, input)).status).toBe(401)
  expect((await home.as(home.given.user.accessToken).ask(registration.accessKey, input)).status).toBeGreaterThan(400)
})
