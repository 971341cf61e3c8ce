import { accessKeys } from '@claviger/contract/keys/access-keys'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { house } from '../../../../test/house.ts'
import { assignCard, COMPUTER, registerReader } from '../../../../test/reader.ts'

const home = await house()
const { as, given, world } = home
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

test('an unknown badge at a reader leaves a line, whichever way the reader asks', async () => {
  expect(await reader.tell(accessKeys.status, { cardId: 'DEAD0001' })).toMatchObject({ status: 'unknown' })
  expect(await execute('DEAD0002')).toMatchObject({ body: { code: 'card-unknown' } })
  for (const end of ['0001', '0002'])
    expect(await log({ search: `…${end}` })).toMatchObject([
      {
        status: 2,
        reason: 'Nobody here has this card',
        actorId: null,
        actorName: 'Reader',
        objectType: 'card',
        objectName: `…${end}`,
      },
    ])
})

const stopped = 'The account is suspended or deactivated'
test.each([
  ['of somebody suspended', 'DEAD1001', 'users set suspended_at = now()', stopped],
  ['of somebody deactivated', 'DEAD1002', 'users set deactivated_at = now()', stopped],
  ['that is suspended', 'DEAD1003', 'security_keys set status = 40', 'The security key is suspended or blocked'],
  ['that waits', 'DEAD1004', 'security_keys set status = 30', 'The security key is not active'],
])('a badge %s is refused with a line about its owner', async (_how, card, change, reason) => {
  const user = await given.addUser('Badge', card)
  const key = await assignCard(home, user, card, PIN)
  await world.superPool.query(`update ${change} where id = $1`, [change.startsWith('users') ? user : key])
  expect((await execute(card)).status).not.toBe(200)
  expect((await execute(card)).status).not.toBe(200)
  expect(await log({ user })).toMatchObject([{ reason, actorId: user, objectId: key, after: { reader: 'Reader' } }])
})

test('a badge that does not open the account that was asked for leaves a line; what is used leaves none', async () => {
  const user = await given.addUser('Opens', 'Own')
  const key = await assignCard(home, user, 'DEAD2001', PIN)
  expect((await execute('DEAD2001')).status).toBe(200)
  expect(await log({ user })).toEqual([])
  const other = await execute('DEAD2001', { account: given.owner.id })
  expect(other).toMatchObject({ body: { code: 'account-not-shared' } })
  expect(await log({ user })).toMatchObject([{ reason: 'The card does not open this account', objectId: key }])
})
