import { accessKeys } from '@claviger/contract/keys/access-keys'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard, COMPUTER, registerReader } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock } = home
const { suspend, deactivate, suspendKey } = testData(home)
const reader = as(await registerReader(home))
const PIN = '274936'
const log = async (ask: Record<string, unknown>) => {
  const { accessToken } = await given.session(given.owner)
  return (await as(accessToken).tell(activity.list, { action: ['security-key.refused'], ...ask })).items
}
const execute = (cardId: string, more: object = {}) =>
  reader.ask(accessKeys.execute, {
    cardId,
    format: 'hex',
    computerId: COMPUTER,
    request: Buffer.of(4).toString('base64url'),
    ...more,
  })

test('an unknown badge at a reader adds a log entry for each type of request', async () => {
  expect(await reader.tell(accessKeys.status, { cardId: 'DEAD0001' })).toMatchObject({ status: 'unknown' })
  // Names sent by strangers share a few slots, each with one line a minute
  clock.forward(minutes(1))
  expect(await execute('DEAD0002')).toMatchObject({ body: { code: 'card-unknown' } })
  for (const end of ['0001', '0002'])
    expect(await log({ search: `…${end}` })).toMatchObject([
      {
        status: 2,
        reason: 'No user here has this card',
        actorId: null,
        actorName: 'Reader',
        objectType: 'card',
        objectName: `…${end}`,
      },
    ])
})

const stopped = 'The account is suspended or deactivated'
test.each([
  ['of a suspended user', 'DEAD1001', (user: string) => suspend(user), stopped],
  ['of a deactivated user', 'DEAD1002', (user: string) => deactivate(user), stopped],
  [
    'that is suspended',
    'DEAD1003',
    (_user: string, key: string) => suspendKey(key),
    'The security key is suspended or blocked',
  ],
])('a badge %s is refused with a log entry about its owner', async (_how, card, stop, reason) => {
  const user = await given.addUser('Badge', card)
  const key = await assignCard(home, user, card, PIN)
  await stop(user, key)
  expect((await execute(card)).status).not.toBe(200)
  expect((await execute(card)).status).not.toBe(200)
  expect(await log({ user })).toMatchObject([{ reason, actorId: user, objectId: key, after: { reader: 'Reader' } }])
})

test('a badge for an account that it does not open adds a log entry, and a successful use does not', async () => {
  const user = await given.addUser('Opens', 'Own')
  const key = await assignCard(home, user, 'DEAD2001', PIN)
  expect((await execute('DEAD2001')).status).toBe(200)
  expect(await log({ user })).toEqual([])
  const other = await execute('DEAD2001', { account: given.owner.id })
  expect(other).toMatchObject({ body: { code: 'account-not-shared' } })
  expect(await log({ user })).toMatchObject([{ reason: "The card doesn't give access to this account", objectId: key }])
})
