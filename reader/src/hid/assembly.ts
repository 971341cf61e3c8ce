import { errors, longestMessage, type Message, type Packet } from './packets.ts'

interface Begun {
  readonly channel: number
  readonly command: number
  readonly length: number
  data: Buffer
  next: number
}

export type AssemblyStep =
  | { readonly message: Message }
  | { readonly channel: number; readonly error: number }
  | { readonly waits: boolean }

/** Reassembles packets, one message at a time (§11.2.5). */
export function assembly() {
  let begun: Begun | undefined

  function grown(one: Begun, data: Buffer): AssemblyStep {
    one.data = Buffer.concat([one.data, data])
    if (one.data.length < one.length) {
      begun = one
      return { waits: true }
    }
    begun = undefined
    return { message: { channel: one.channel, command: one.command, data: one.data.subarray(0, one.length) } }
  }

  return {
    take(packet: Packet): AssemblyStep {
      const { channel } = packet
      if ('sequence' in packet) {
        // Ignore continuation packets without a start or of another channel's message
        if (begun?.channel !== channel) return { waits: begun !== undefined }
        if (packet.sequence !== begun.next) {
          begun = undefined
          return { channel, error: errors.sequence }
        }
        begun.next += 1
        return grown(begun, packet.data)
      }
      if (begun !== undefined && begun.channel !== channel) return { channel, error: errors.busy }
      // An initialization packet inside a message is a sequence error
      if (begun !== undefined) {
        begun = undefined
        return { channel, error: errors.sequence }
      }
      if (packet.length > longestMessage) return { channel, error: errors.length }
      return grown(
        { channel, command: packet.command, length: packet.length, data: Buffer.alloc(0), next: 0 },
        packet.data,
      )
    },
    drop(of?: number): number | undefined {
      const channel = begun?.channel
      if (of === undefined || of === channel) begun = undefined
      return channel
    },
  }
}
