import { expect, test } from 'vitest'
import { house } from '../../../test/house.ts'

const { app } = await house({ RATE_LIMIT_FACTOR: '1' })

test('addresses of one IPv6 network share a limit, those of another do not', async () => {
  const url = '/api/authentication-profile/workspace/nowhere'
  const ask = async (remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode
  const answers: number[] = []
  for (let first = 0; first < 1210; first += 55) {
    const some = Array.from({ length: 55 }, (_one, i) => ask(`2001:db8::${(first + i).toString(16)}`))
    answers.push(...(await Promise.all(some)))
  }
  expect(answers.filter(status => status === 429)).toHaveLength(10)
  expect(await ask('2001:db8:0:1::1')).not.toBe(429)
})
