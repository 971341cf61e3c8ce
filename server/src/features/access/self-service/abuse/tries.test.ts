import { expect, test } from 'vitest'
import { addPage } from '../../../../../test/card-page.ts'
import { house } from '../../../../../test/house.ts'
import { networkOf } from './tries.ts'

const home = await house()
const { app, world } = home
const network = (ip: string) => networkOf(world, ip)

test.each([
  ['2001:db8::1', '2001:db8::2', 'the zeros of the network are left out'],
  ['2001:db8:0:0:1::9', '2001:db8::ffff:0:0:1', 'the zeros stand elsewhere'],
  ['2001:DB8:1:2::9', '2001:db8:0001:2:3:4:5:6', 'letters and zeros are written otherwise'],
  ['fe80::1%eth0', 'fe80::2', 'one names its interface'],
  ['::ffff:192.0.2.1', '192.0.2.1', 'an address of version 4 came by version 6'],
])('%s and %s are one network: %s', (one, other) => expect(network(one)).toBe(network(other)))

test.each([
  ['2001:db8::1', '2001:db8:0:1::1'],
  ['192.0.2.1', '192.0.2.2'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
])('%s and %s are two', (one, other) => expect(network(one)).not.toBe(network(other)))

test('a page opens for a neighbour whose address names an interface', async () => {
  const page = await addPage(home)
  const ask = (url: string, authorization = '') =>
    app.inject({ url, headers: { authorization, accept: 'application/json' }, remoteAddress: 'fe80::1%eth0' })
  const { session } = (await ask('/self-service/challenge')).json<{ session: string }>()
  expect((await ask(`/self-service/${page}`, session)).statusCode).toBe(200)
})
