// CTAPHID packets (CTAP 2.1 §11.2.4): 64 bytes each; the first one of a message contains its command and length.

export const packetSize = 64
export const broadcastChannel = 0xffffffff
const first = packetSize - 7
const later = packetSize - 5

/** Maximum message length: one initialization packet and 128 continuation packets. */
export const longestMessage = first + 128 * later

export const commands = {
  ping: 0x01,
  message: 0x03,
  init: 0x06,
  wink: 0x08,
  cbor: 0x10,
  cancel: 0x11,
  keepalive: 0x3b,
  error: 0x3f,
} as const

/** §11.2.9.1.6 */
export const errors = {
  command: 0x01,
  parameter: 0x02,
  length: 0x03,
  sequence: 0x04,
  timeout: 0x05,
  busy: 0x06,
  channel: 0x0b,
} as const

export interface Message {
  readonly channel: number
  readonly command: number
  readonly data: Uint8Array
}

/** Splits a message into zero-padded packets. @throws RangeError if it exceeds {@link longestMessage} */
export function packetsOf({ channel, command, data }: Message): Buffer[] {
  if (data.length > longestMessage) throw new RangeError(`${data.length} bytes are too many for CTAPHID`)
  const packet = (head: readonly number[], from: number, to: number) => {
    const bytes = Buffer.alloc(packetSize)
    bytes.writeUInt32BE(channel)
    bytes.set(head, 4)
    bytes.set(data.subarray(from, to), 4 + head.length)
    return bytes
  }
  const packets = [packet([command | 0x80, data.length >> 8, data.length & 0xff], 0, first)]
  for (let at = first, sequence = 0; at < data.length; at += later, sequence++) {
    packets.push(packet([sequence], at, at + later))
  }
  return packets
}

export type Packet =
  | { readonly channel: number; readonly command: number; readonly length: number; readonly data: Buffer }
  | { readonly channel: number; readonly sequence: number; readonly data: Buffer }

/** Parses a packet; one shorter than 64 bytes is treated as zero-padded. */
export function readPacket(given: Uint8Array): Packet {
  const bytes = Buffer.alloc(packetSize)
  bytes.set(given.subarray(0, packetSize))
  const channel = bytes.readUInt32BE()
  const kind = bytes.readUInt8(4)
  if ((kind & 0x80) === 0) return { channel, sequence: kind, data: bytes.subarray(5) }
  return { channel, command: kind & 0x7f, length: bytes.readUInt16BE(5), data: bytes.subarray(7) }
}
