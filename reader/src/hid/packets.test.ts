import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assembly } from './assembly.ts'
import { commands, errors, longestMessage, type Message, packetsOf, packetSize, readPacket } from './packets.ts'

const together = (packets: readonly Uint8Array[]) => {
  const incoming = assembly()
  return packets.map(packet => incoming.take(readPacket(packet))).at(-1)
}
const message = fc.record({
  channel: fc.integer({ min: 1, max: 0xfffffffe }),
  command: fc.constantFrom(commands.cbor, commands.ping),
  data: fc.uint8Array({ maxLength: longestMessage, size: 'max' }),
})

test('any message survives packets of 64 bytes', () => {
  fc.assert(
    fc.property(message, sent => {
      const packets = packetsOf(sent)
      expect(packets.every(packet => packet.length === packetSize)).toBe(true)
      const got = together(packets) as { message: Message }
      expect(got.message.channel).toBe(sent.channel)
      expect(got.message.command).toBe(sent.command)
      expect(Buffer.compare(got.message.data, sent.data)).toBe(0)
    }),
    { numRuns: 60 },
  )
})

test('no packets throw an exception', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 20 }), packets => {
      together(packets)
    }),
    { numRuns: 300 },
  )
})

test('packets match byte by byte (§11.2.4)', () => {
  const [one, two] = packetsOf({ channel: 0x01020304, command: 0x10, data: Buffer.alloc(58, 0xaa) })
  expect(one?.subarray(0, 7).toString('hex')).toBe('0102030490003a')
  expect(one?.subarray(7)).toEqual(Buffer.alloc(57, 0xaa))
  expect(two?.subarray(0, 6).toString('hex')).toBe('0102030400aa')
  expect(two?.subarray(6)).toEqual(Buffer.alloc(58))
  expect(packetsOf({ channel: 1, command: 1, data: Buffer.alloc(57) })).toHaveLength(1)
  expect(packetsOf({ channel: 1, command: 1, data: Buffer.alloc(longestMessage) })).toHaveLength(129)
  expect(() => packetsOf({ channel: 1, command: 1, data: Buffer.alloc(longestMessage + 1) })).toThrow(RangeError)
})

test('a packet out of order, of another channel, or of an excessive length is an error', () => {
  const [one, two, three] = packetsOf({ channel: 9, command: 0x10, data: Buffer.alloc(150) })
  expect(together([one!, three!])).toEqual({ channel: 9, error: errors.sequence })
  expect(together([one!, one!])).toEqual({ channel: 9, error: errors.sequence })
  const [other] = packetsOf({ channel: 8, command: 0x10, data: Buffer.alloc(1) })
  expect(together([one!, other!])).toEqual({ channel: 8, error: errors.busy })
  expect(together([two!])).toEqual({ waits: false })
  const long = Buffer.from(one!)
  long.writeUInt16BE(longestMessage + 1, 5)
  expect(together([long])).toEqual({ channel: 9, error: errors.length })
})
