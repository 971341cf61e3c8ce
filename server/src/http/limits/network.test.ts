import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['2001:db8::1', '2001:db8::2', 'leading zeros are omitted'],
  ['2001:db8:0:0:1::9', '2001:db8::ffff:0:0:1', 'the zeros are in another place'],
  ['2001:DB8:1:2::9', '2001:db8:0001:2:3:4:5:6', 'letters and zeros are spelled differently'],
  ['fe80::1%eth0', 'fe80::2', 'one names its interface'],
  ['::ffff:192.0.2.1', '192.0.2.1', 'an IPv4 address arrives over IPv6'],
])('%s and %s are in one network: %s', (one, other) => expect(networkOf(one)).toBe(networkOf(other)))

test.each([
  ['2001:db8::1', '2001:db8:0:1::1'],
  ['192.0.2.1', '192.0.2.2'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2'],
])('%s and %s are in different networks', (one, other) => expect(networkOf(one)).not.toBe(networkOf(other)))
