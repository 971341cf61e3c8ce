import { decode, encode } from 'cborg'
import { describe, expect, test } from 'vitest'
import { type Status, ctapStatuses } from '#platform/ctap/ctap-status.ts'
import { commands, ctapClient, request } from '#test/emulators/ctap-client.ts'
import { softwareCard } from '#test/emulators/software-card.ts'

const refused = (status: Status) => ({ reply: Buffer.of(ctapStatuses[status]), status })
const bytes = (hex: string) => Buffer.from(hex, 'hex')

describe('a CTAP message', () => {
  test.each<[string, string, Buffer, Status]>([
    ['§8.2', 'without a command', Buffer.of(), 'INVALID_LENGTH'],
    ['§6.4', 'longer than maxMsgSize', Buffer.alloc(7610, 4), 'REQUEST_TOO_LARGE'],
    ['§6.4', 'as long as maxMsgSize and empty', Buffer.alloc(7609, 4), 'INVALID_CBOR'],
    ['§6', 'of an unknown command', Buffer.of(0x33), 'INVALID_COMMAND'],
    ['§6.7', 'of bio enrollment', Buffer.of(0x09), 'INVALID_COMMAND'],
    ['§6.10', 'of large blobs', Buffer.of(0x0c), 'INVALID_COMMAND'],
    ['§6.11', 'of configuration', Buffer.of(0x0d), 'INVALID_COMMAND'],
    ['§6.6', 'to reset', request(commands.reset), 'OPERATION_DENIED'],
    ['§8', 'that is not CBOR', bytes('02ff'), 'INVALID_CBOR'],
    ['§8', 'that is not a map', bytes('0201'), 'CBOR_UNEXPECTED_TYPE'],
    ['§8', 'that is truncated', request(commands.get, { 1: 'example.org' }).subarray(0, -1), 'INVALID_CBOR'],
    ['§8', 'with trailing bytes', Buffer.concat([request(commands.get, { 1: 'x' }), Buffer.of(0)]), 'INVALID_CBOR'],
    ['§8', 'with a duplicate key', bytes('02a2016161016162'), 'INVALID_CBOR'],
    ['§8', 'with unordered keys', bytes('02a2024100016161'), 'INVALID_CBOR'],
    ['§8', 'with a number in a longer form than needed', bytes('02a118016161'), 'INVALID_CBOR'],
    ['§8', 'of indefinite length', bytes('02bf016161ff'), 'INVALID_CBOR'],
    ['§8', 'with a tag', bytes('02a101c06161'), 'INVALID_CBOR'],
    ['§8', 'with text that is not UTF-8', bytes('02a10161ff'), 'INVALID_CBOR'],
    ['§8', 'nested five levels deep', request(commands.get, { 9: [[[[]]]] }), 'INVALID_CBOR'],
    ['§8', 'with maps nested five levels deep', request(commands.get, { 9: { a: { a: { a: {} } } } }), 'INVALID_CBOR'],
    ['§8', 'nested four levels deep', request(commands.get, { 9: { a: [{}] } }), 'MISSING_PARAMETER'],
    [
      '§8',
      'nested thousands of levels deep',
      Buffer.concat([bytes('02a109'), Buffer.alloc(7000, 0x81)]),
      'INVALID_CBOR',
    ],
    ['§8', 'with a map as a key', bytes('02a1a000'), 'INVALID_CBOR'],
  ])('%s %s is refused', async (_, __, message, status) => {
    expect(await softwareCard().answer(message)).toMatchObject(refused(status))
  })

  test('§8 ignores unknown members', async () => {
    const { make } = ctapClient(softwareCard({ verification: 'none' }).send)
    expect(await make({ more: { 0x20: 'new' } })).toMatchObject({ status: 0 })
  })
})

describe('authenticatorSelection', () => {
  test('§6.9 responds for a tapped card and keeps the tap', async () => {
    const card = softwareCard({ verification: 'none' })
    const { ask, make } = ctapClient(card.send)
    expect(await ask(request(commands.select))).toMatchObject({ status: 0 })
    expect(await make()).toMatchObject({ status: 0 })
  })

  test('§6.9 refuses a tap that is two minutes old', async () => {
    const card = softwareCard()
    card.now += 120_000
    expect(await card.answer(request(commands.select))).toMatchObject({ status: 'OK' })
    card.now += 1
    expect(await card.answer(request(commands.select))).toMatchObject(refused('OPERATION_DENIED'))
    card.tap()
    expect(await card.answer(request(commands.select))).toMatchObject({ status: 'OK' })
  })
})

test('a session can be serialized and resumed', async () => {
  const card = softwareCard({ verification: 'none' })
  const { make, get, ask } = ctapClient(card.send)
  for (const user of [1, 2, 3]) {
    await make({ user: { id: Buffer.of(user) } })
    card.tap()
  }
  await get()
  for (const expected of [0, 0, ctapStatuses.NOT_ALLOWED]) {
    card.session = decode(encode(card.session))
    expect((await ask(request(commands.next))).status).toBe(expected)
  }
})

describe('a dependency that fails', () => {
  test('fails the request, and changes nothing', async () => {
    const card = softwareCard({ verification: 'none' })
    card.faculties = { makeKey: () => Promise.reject(new Error('The vault is out of reach')) }
    await expect(ctapClient(card.send).make()).rejects.toThrow('The vault is out of reach')
    card.faculties = {}
    expect(await ctapClient(card.send).make()).toMatchObject({ status: 0 })
    expect(card.card.credentials).toHaveLength(1)
  })
})
