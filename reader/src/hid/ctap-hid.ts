import { randomBytes } from 'node:crypto'
import { assembly } from './assembly.ts'
import { broadcastChannel, commands, errors, type Message, packetsOf, readPacket } from './packets.ts'

// The device side of CTAPHID (CTAP 2.1 §11.2): channels, sequential transactions, keepalives, cancel.

const version = 2
// CBOR, no CTAP1
const capabilities = 0x04 | 0x08
const processing = 1
const cancelled = Uint8Array.of(0x2d)
const failed = Uint8Array.of(0x7f)

/** Milliseconds (§11.2.5.2 and §11.2.9.1.5) */
const patience = 500
const rhythm = 100

export interface Device {
  take(packet: Uint8Array): void
  close(): void
}

/** A FIDO2 device that answers CBOR requests with `answer` and sends its packets with `write`. */
export function ctapHid(answer: (request: Uint8Array) => Promise<Uint8Array>, write: (packet: Buffer) => void): Device {
  const channels = new Set<number>()
  const incoming = assembly()
  let late: NodeJS.Timeout | undefined
  let running: { readonly channel: number; readonly beat: NodeJS.Timeout } | undefined

  const say = (message: Message) => {
    for (const packet of packetsOf(message)) write(packet)
  }
  const refuse = (channel: number, error: number) =>
    say({ channel, command: commands.error, data: Uint8Array.of(error) })
  const rest = () => {
    clearInterval(running?.beat)
    running = undefined
  }

  function newChannel(): number {
    for (;;) {
      const channel = randomBytes(4).readUInt32BE()
      if (channel === 0 || channel === broadcastChannel || channels.has(channel)) continue
      channels.add(channel)
      return channel
    }
  }

  /** §11.2.9.1.3: allocates a channel, or resynchronizes one. */
  function init({ channel, data }: Message): void {
    if (data.length !== 8) return refuse(channel, errors.length)
    if (running?.channel === channel) rest()
    const reply = Buffer.alloc(17)
    reply.set(data)
    reply.writeUInt32BE(channel === broadcastChannel ? newChannel() : channel, 8)
    reply.set([version, 0, 1, 0, capabilities], 12)
    say({ channel, command: commands.init, data: reply })
  }

  async function cbor({ channel, data }: Message): Promise<void> {
    if (data.length === 0) return refuse(channel, errors.length)
    const alive = () => say({ channel, command: commands.keepalive, data: Uint8Array.of(processing) })
    const own = { channel, beat: setInterval(alive, rhythm) }
    running = own
    const reply = await answer(data).catch(() => failed)
    // The request was canceled, restarted, or the device unplugged in the meantime
    if (running !== own) return
    rest()
    say({ channel, command: commands.cbor, data: reply })
  }

  function obey(message: Message): void {
    const { channel, command } = message
    if (!channels.has(channel)) return refuse(channel, errors.channel)
    if (command === commands.cancel) {
      if (running?.channel !== channel) return
      rest()
      return say({ channel, command: commands.cbor, data: cancelled })
    }
    if (running !== undefined) return refuse(channel, errors.busy)
    if (command === commands.ping) return say(message)
    if (command === commands.wink) return say({ ...message, data: new Uint8Array() })
    if (command === commands.cbor) return void cbor(message)
    refuse(channel, errors.command)
  }

  return {
    take(bytes) {
      const packet = readPacket(bytes)
      // INIT fits into one packet and resynchronizes its channel, aborting whatever was in progress
      if ('command' in packet && packet.command === commands.init) {
        incoming.drop(packet.channel)
        return init({ ...packet, data: packet.data.subarray(0, packet.length) })
      }
      clearTimeout(late)
      const step = incoming.take(packet)
      if ('message' in step) obey(step.message)
      else if ('error' in step) refuse(step.channel, step.error)
      else if (step.waits) {
        late = setTimeout(() => {
          const channel = incoming.drop()
          if (channel !== undefined) refuse(channel, errors.timeout)
        }, patience)
      }
    },
    close() {
      clearTimeout(late)
      incoming.drop()
      rest()
    },
  }
}
