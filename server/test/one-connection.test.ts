import { expect, test } from 'vitest'
import { house } from './house.ts'
import { addPasskey, signInWith } from './passkeys.ts'

// One connection: a call that needed a second one while it holds the first would wait for good
const home = await house({ DATABASE_POOL: '1' })

test('forty broken signatures at once are all refused, counted, and keep nobody else waiting', async () => {
  const { accessToken } = await home.given.session(home.given.owner)
  const { key } = await addPasskey(home, accessToken)
  const spoilt = Array.from({ length: 40 }, () =>
    signInWith(home, key, { signature: bytes => Buffer.from(bytes.map(byte => byte ^ 1)) }),
  )
  const [honest, ...answers] = await Promise.all([signInWith(home, key), ...spoilt])
  expect([honest.status, ...new Set(answers.map(answer => answer.status))]).toEqual([200, 401])
  const { rows } = await home.world.superPool.query<{ lines: number }>(
    `select count(*)::int as lines from activities where action = 'sign-in.passkey' and status = 2`,
  )
  expect(rows[0]?.lines).toBe(40)
})
