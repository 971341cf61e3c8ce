import { expect, test } from 'vitest'
import type { Outgoing } from '../platform/app-context.ts'
import { isPrivate, isWebAddress, isWithin } from './private-addresses.ts'
import { addressOf, type Guard } from './target.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'fd00::1',
  'fe80::1',
  'ff02::1',
])('%s is a private address', address => expect(isPrivate(address)).toBe(true))

test.each(['8.8.8.8', '172.32.0.1', '192.0.1.1', '2606:4700::1111'])('%s is a public address', address =>
  expect(isPrivate(address)).toBe(false),
)

const guardOf = (
  privateNetworks: string[] | undefined,
  mayReach: Outgoing['mayReach'] = () => Promise.resolve('allowed'),
) => ({ config: { privateNetworks }, outgoing: { mayReach } }) satisfies Guard
const purpose = { workspace: 'w', feature: 'log-streams' } as const
const local = ['127.0.0.0/8', '::1']

test('a name that resolves to this machine is refused unless the operator lists it', async () => {
  await expect(addressOf(guardOf(undefined), purpose, 'localhost', 443)).rejects.toThrow('PRIVATE_NETWORKS')
  await expect(addressOf(guardOf(undefined), purpose, '[::1]', 443)).rejects.toThrow('PRIVATE_NETWORKS')
  expect(isPrivate(await addressOf(guardOf(local), purpose, 'localhost', 443))).toBe(true)
  await expect(addressOf(guardOf(local), purpose, 'nowhere.invalid', 443)).rejects.toThrow('not known to the DNS')
})

test.each(['169.254.169.254', '127.0.0.1', '::1', 'fe80::1', '0.0.0.0', '::ffff:10.0.0.1', '100.64.0.1'])(
  'an owner cannot allow %s if the operator names no networks',
  async address => {
    await expect(addressOf(guardOf(undefined), purpose, address, 80)).rejects.toThrow('PRIVATE_NETWORKS')
  },
)

test('an owner allows one host and port for one feature, regardless of letter case', async () => {
  const asked: object[] = []
  const guard = guardOf(undefined, target => {
    asked.push(target)
    return Promise.resolve(target.port === 636 ? 'allowed' : 'blocked')
  })
  expect(await addressOf(guard, purpose, '10.1.2.3', 636)).toBe('10.1.2.3')
  await expect(addressOf(guard, purpose, '10.1.2.3', 22)).rejects.toThrow(
    '10.1.2.3:22 is a private address. An owner can allow it for “Log streams” under Private addresses.',
  )
  await addressOf(
    guardOf(local, target => (asked.push(target), Promise.resolve('allowed'))),
    purpose,
    'LocalHost',
    636,
  )
  expect(asked.at(-1)).toEqual({ ...purpose, host: 'localhost', port: 636 })
})

test('the operator can forbid every private address', async () => {
  await expect(addressOf(guardOf([]), purpose, '10.1.2.3', 636)).rejects.toThrow('PRIVATE_NETWORKS')
})

test('public addresses need no approval, and addresses given by strangers cannot be private', async () => {
  const never = guardOf(local, () => Promise.reject(new Error('asked')))
  expect(await addressOf(never, purpose, '8.8.8.8', 443)).toBe('8.8.8.8')
  expect(await addressOf(never, 'public', '8.8.8.8', 443)).toBe('8.8.8.8')
  await expect(addressOf(never, 'public', '127.0.0.1', 443)).rejects.toThrow('is a private address')
  expect(await addressOf(never, 'operator', '127.0.0.1', 443)).toBe('127.0.0.1')
})

test('a network of one IP family contains no address of the other', () => {
  expect(isWithin(['0.0.0.0/0'], '::ffff:10.0.0.1')).toBe(false)
  expect(isWithin(['::/0'], '10.0.0.1')).toBe(false)
  expect(isWithin(['fc00::/7', '10.1.2.3'], '10.1.2.3')).toBe(true)
})

test('plain http works only for this machine, and only if the operator lists it', () => {
  const [usual, open] = [{ privateNetworks: undefined }, { privateNetworks: local }]
  expect(isWebAddress(usual, 'https://idp.example/')).toBe(true)
  expect(isWebAddress(usual, 'http://localhost:1/')).toBe(false)
  expect(isWebAddress(open, 'http://localhost:1/')).toBe(true)
  expect(isWebAddress(open, 'http://10.0.0.1/')).toBe(false)
  expect(isWebAddress(open, 'nothing')).toBe(false)
})
