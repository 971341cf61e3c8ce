import { expect, test } from 'vitest'
import { addressOf, isPrivate } from './target.ts'

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
])('%s leads inside', address => expect(isPrivate(address)).toBe(true))

test.each(['8.8.8.8', '172.32.0.1', '192.0.1.1', '2606:4700::1111'])('%s does not', address =>
  expect(isPrivate(address)).toBe(false),
)

test('a name that leads inside is refused unless the operator allows it', async () => {
  await expect(addressOf({ privateTargets: false }, 'localhost')).rejects.toThrow('PRIVATE_TARGETS')
  await expect(addressOf({ privateTargets: false }, '[::1]')).rejects.toThrow('PRIVATE_TARGETS')
  expect(isPrivate(await addressOf({ privateTargets: true }, 'localhost'))).toBe(true)
  await expect(addressOf({ privateTargets: true }, 'nowhere.invalid')).rejects.toThrow('not known to the DNS')
})

test('a private host is reached only where it is approved, whatever its letter case', async () => {
  const config = { privateTargets: true }
  await expect(addressOf(config, 'localhost', [])).rejects.toThrow('no owner has approved')
  await expect(addressOf(config, '127.0.0.1', ['localhost'])).rejects.toThrow('no owner has approved')
  expect(isPrivate(await addressOf(config, 'LocalHost', ['localhost']))).toBe(true)
  await expect(addressOf({ privateTargets: false }, 'localhost', ['localhost'])).rejects.toThrow('PRIVATE_TARGETS')
  expect(await addressOf(config, '8.8.8.8', [])).toBe('8.8.8.8')
})
