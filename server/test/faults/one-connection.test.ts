import { signIn } from '@claviger/contract/access/sign-in'
import { expect, test } from 'vitest'
import { startTestApp } from '../app/test-app.ts'
import { addPasskey, signInWith } from '../api/passkeys.ts'

// A single connection: a call that needed a second one while holding the first would hang forever
const home = await startTestApp({ DATABASE_POOL: '1' })

async function linesOf(action: string): Promise<number | undefined> {
  const { rows } = await home.world.superPool.query<{ lines: number }>(
    'select count(*)::int as lines from activities where action = $1 and status = 2',
    [action],
  )
  return rows[0]?.lines
}

test('forty concurrent invalid signatures are refused and counted, and delay no other user', async () => {
  const { accessToken } = await home.given.session(home.given.owner)
  const { key } = await addPasskey(home, accessToken)
  const spoilt = Array.from({ length: 40 }, () =>
    signInWith(home, key, { signature: bytes => Buffer.from(bytes.map(byte => byte ^ 1)) }),
  )
  const [honest, ...answers] = await Promise.all([signInWith(home, key), ...spoilt])
  expect([honest.status, ...new Set(answers.map(answer => answer.status))]).toEqual([200, 401])
  expect(await linesOf('sign-in.passkey')).toBe(40)
})

// These are refused within a transaction, and their log lines are written after it returns its connection
test('forty refreshes with a used token are all refused, and each is logged', async () => {
  const renew = (refreshToken: string) => home.as(undefined).ask(signIn.refresh, { refreshToken })
  const used = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const { refreshToken } = await home.given.session(home.given.user)
      await renew(refreshToken)
      return refreshToken
    }),
  )
  const answers = await Promise.all(used.map(renew))
  expect([...new Set(answers.map(answer => `${answer.status} ${String(answer.body['code'])}`))]).toEqual([
    '401 refresh-refused',
  ])
  expect(await linesOf('session.replayed')).toBe(40)
})
