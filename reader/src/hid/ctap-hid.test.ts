import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assembly } from './assembly.ts'
import { ctapHid } from './ctap-hid.ts'
import { broadcastChannel, commands, errors, type Message, packetsOf, readPacket } from './packets.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function computer(answer: (request: Uint8Array) => Promise<Uint8Array>) {
  const got: Message[] = []
  const incoming = assembly()
  const device = ctapHid(answer, packet => {
    const step = incoming.take(readPacket(packet))
    if ('message' in step) got.push(step.message)
  })
  const send = (channel: number, command: number, data: Uint8Array = Buffer.alloc(0)) =>
    packetsOf({ channel, command, data }).forEach(packet => device.take(packet))
  const take = () => {
    const [one] = got.splice(0, 1)
    return one && { ...one, data: Buffer.from(one.data) }
  }
  const open = () => {
    send(broadcastChannel, commands.init, Buffer.from('0102030405060708', 'hex'))
    return take()!.data.readUInt32BE(8)
  }
  return { device, send, take, open }
}

const echo = (request: Uint8Array) => Promise.resolve(Buffer.concat([Buffer.of(0), request]))
const refusal = (channel: number, error: number) => ({ channel, command: commands.error, data: Buffer.of(error) })

test('INIT assigns a channel with the nonce and the device’s capabilities (§11.2.9.1.3)', () => {
  const { send, take, open } = computer(echo)
  const nonce = Buffer.from('a1a2a3a4a5a6a7a8', 'hex')
  send(broadcastChannel, commands.init, nonce)
  const { channel, command, data } = take()!
  expect([channel, command, data.length]).toEqual([broadcastChannel, commands.init, 17])
  expect(data.subarray(0, 8)).toEqual(nonce)
  expect(data.subarray(12).toString('hex')).toBe('020001000c')
  expect(open()).not.toBe(data.readUInt32BE(8))
})

test('a request is answered on its channel with keepalives meanwhile', async () => {
  const slow = computer(async request => {
    await new Promise(done => setTimeout(done, 250))
    return echo(request)
  })
  const channel = slow.open()
  slow.send(channel, commands.cbor, Buffer.alloc(300, 4))
  await vi.advanceTimersByTimeAsync(260)
  expect(slow.take()).toEqual({ channel, command: commands.keepalive, data: Buffer.of(1) })
  expect(slow.take()?.command).toBe(commands.keepalive)
  expect(slow.take()).toEqual({
    channel,
    command: commands.cbor,
    data: Buffer.concat([Buffer.of(0), Buffer.alloc(300, 4)]),
  })
})

test('while one request runs, another channel is told to wait', async () => {
  const { send, take, open } = computer(() => new Promise(() => {}))
  const [one, two] = [open(), open()]
  send(one, commands.cbor, Buffer.of(4))
  send(two, commands.cbor, Buffer.of(4))
  expect(take()).toEqual(refusal(two, errors.busy))
  send(two, commands.cancel)
  expect(take()).toBeUndefined()
  send(one, commands.cancel)
  expect(take()).toEqual({ channel: one, command: commands.cbor, data: Buffer.of(0x2d) })
})

test('a canceled or restarted request is not answered later', async () => {
  const { send, take, open } = computer(async request => {
    await new Promise(done => setTimeout(done, 50))
    return echo(request)
  })
  const channel = open()
  send(channel, commands.cbor, Buffer.of(4))
  send(channel, commands.init, Buffer.alloc(8, 1))
  expect(take()).toMatchObject({ channel, command: commands.init })
  await vi.advanceTimersByTimeAsync(100)
  expect(take()).toBeUndefined()
})

test('an incomplete message is dropped after half a second (§11.2.5.2)', async () => {
  const { device, take, open } = computer(echo)
  const channel = open()
  device.take(packetsOf({ channel, command: commands.cbor, data: Buffer.alloc(100) })[0]!)
  await vi.advanceTimersByTimeAsync(501)
  expect(take()).toEqual(refusal(channel, errors.timeout))
})

test('PING echoes, WINK is acknowledged, and other commands are refused', () => {
  const { send, take, open } = computer(echo)
  const channel = open()
  send(channel, commands.ping, Buffer.from('hello'))
  expect(take()).toEqual({ channel, command: commands.ping, data: Buffer.from('hello') })
  send(channel, commands.wink)
  expect(take()).toEqual({ channel, command: commands.wink, data: Buffer.alloc(0) })
  send(channel, commands.message, Buffer.of(0))
  expect(take()).toEqual(refusal(channel, errors.command))
  const another = (channel ^ 1) >>> 0
  send(another, commands.cbor, Buffer.of(4))
  expect(take()).toEqual(refusal(another, errors.channel))
  send(channel, commands.cbor)
  expect(take()).toEqual(refusal(channel, errors.length))
  send(broadcastChannel, commands.init, Buffer.alloc(7))
  expect(take()).toEqual(refusal(broadcastChannel, errors.length))
})

test('a failing authenticator returns an error', async () => {
  const { send, take, open } = computer(() => Promise.reject(new Error('no')))
  const channel = open()
  send(channel, commands.cbor, Buffer.of(4))
  await vi.advanceTimersByTimeAsync(1)
  expect(take()).toEqual({ channel, command: commands.cbor, data: Buffer.of(0x7f) })
})
