import { expect, test } from 'vitest'
import { house } from '../../../test/house.ts'

const { app } = await house({ RATE_LIMIT_FACTOR: '1' })

test('addresses of one IPv6 network share a limit, those of another do not', async () => {
  const url = '/api/authentication-profile/workspace/nowhere'
  const ask = async (remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode
  const answers: number[] = []
  for (let host = 0; host < 1210; host++) answers.push(await ask(`2001:db8::${host.toString(16)}`))
  expect(answers.filter(status => status === 429)).toHaveLength(10)
  expect(await ask('2001:db8:0:1::1')).not.toBe(429)
})
