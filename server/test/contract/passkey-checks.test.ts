import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { apiKeys } from '@claviger/contract/connect/api-keys'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { cardImport } from '@claviger/contract/keys/card-import'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { userImport } from '@claviger/contract/people/user-import'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { expect, test } from 'vitest'
import { minutes } from '../../src/platform/clock.ts'
import { newId } from '../../src/platform/ids.ts'
import { startTestApp } from '../app/test-app.ts'
import { assignCard } from '../api/reader.ts'

// Calls that create a sign-in method or weaken one, each with the permission that allows an API key to make
// them
const home = await startTestApp()
const { as, given, clock } = home
const owner = async () => as((await given.session(given.owner)).accessToken)
const PIN = '274936'

const holder = await given.addUser('Stale', 'Holder')
const key = await assignCard(home, holder, 'C0FFEE77', PIN)
await (await owner()).tell(selfServicePages.create, { page: 'stale', name: 'Stale' })
await (await owner()).tell(selfServicePages.turn, { page: 'stale', active: false })
const turnedTo = async (verification: 3 | 4) =>
  (await owner()).tell(keyActCalls.verification, { ids: [key], verification, pins: 'later' })
const madePinless = async () => {
  await turnedTo(4)
  return (await turnedTo(3)).id
}

let shown = 0
type Asked = readonly [call: Endpoint, input: Record<string, unknown>, answers: number]
const acts: Record<string, [grant: 'keys.write' | 'users.write' | 'workspace.write', () => Promise<Asked>]> = {
  'resetting the PIN of another user': [
    'keys.write',
    async () => [keyActCalls.resetPin, { deviceId: key, pin: PIN }, 200],
  ],
  'creating a card with a visible PIN': [
    'keys.write',
    async () => [
      keyAssignment.add,
      { userId: holder, type: 2, activation: 1, cardId: `C0FFEE0${++shown}`, pins: 'show' },
      200,
    ],
  ],
  'resetting the PINs of many users': ['keys.write', async () => [keyActCalls.resetPins, { ids: [key] }, 200]],
  'removing a PIN': [
    'keys.write',
    async () => [keyActCalls.verification, { ids: [key], verification: 3, pins: 'later' }, 200],
  ],
  'undoing a change of key verification': [
    'keys.write',
    async () => [keyActCalls.undo, { id: await madePinless() }, 200],
  ],
  'importing users': ['users.write', async () => [userImport.start, { id: newId() }, 404]],
  'importing cards': ['keys.write', async () => [cardImport.start, { id: newId() }, 404]],
  'turning on a card page': [
    'workspace.write',
    async () => [selfServicePages.turn, { page: 'stale', active: true }, 200],
  ],
  'replacing the secret of a card page': [
    'workspace.write',
    async () => [selfServicePages.makeSecret, { page: 'stale' }, 200],
  ],
}

test.each(Object.entries(acts))(
  '%s requires a recent passkey check, or a grant for an API key',
  async (_, [grant, act]) => {
    const [call, input, answers] = await act()
    const made = await (await owner()).tell(apiKeys.create, { name: 'Program', type: 0 })
    expect(await as(made.value).ask(call, input)).toMatchObject({ status: 403, body: { code: 'not-permitted' } })
    const stale = await owner()
    clock.forward(minutes(5) + 1)
    expect(await stale.ask(call, input)).toMatchObject({ status: 401, body: { code: 'verify-first' } })
    await (await owner()).tell(apiKeys.grant, { id: made.key.id, granted: [grant] })
    const program = await as(made.value).ask(call, input)
    expect(program.status, JSON.stringify(program.body)).toBe(answers)
    const [again, repeated] = await act()
    if (call === selfServicePages.turn)
      await (await owner()).tell(call as never, { page: 'stale', active: false } as never)
    expect((await (await owner()).ask(again, repeated)).status).toBe(answers)
  },
)

test('accepting ownership of a workspace requires a recent passkey check, declining does not', async () => {
  const offer = async () => (await owner()).tell(administrators.askOwner, { id: given.administrator.id })
  const stale = async () => {
    const { accessToken } = await given.session(given.administrator)
    clock.forward(minutes(5) + 1)
    return as(accessToken)
  }
  const refused = { status: 401, body: { code: 'verify-first' } }
  await offer()
  expect(await (await stale()).ask(administrators.answerOwner, { accept: true })).toMatchObject(refused)
  expect((await (await stale()).ask(administrators.answerOwner, { accept: false })).status).toBe(200)
  await offer()
  const { accessToken } = await given.ownSession(given.administrator)
  expect((await as(accessToken).ask(administrators.answerOwner, { accept: true })).status).toBe(200)
})
