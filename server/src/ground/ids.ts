import { v7 } from 'uuid'

/** A new id; ids made later sort later. */
export const newId = (): string => v7()

let count = 0

/** A new id that belongs to an instant: its place in the order of ids, and the instant can be read off it. */
export const newIdAt = (at: Date): string => v7({ msecs: at.getTime(), seq: (count = (count + 1) >>> 0) })

/** The lowest id of an instant: all ids before it sort below. */
export const lowestIdAt = (at: Date): string => {
  const hex = Math.min(Math.max(at.getTime(), 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** The id that follows an id in their order. */
export const idAfter = (id: string): string => {
  const next = BigInt(`0x${id.replaceAll('-', '')}`) + 1n
  return idOfBytes(Buffer.from((next & (2n ** 128n - 1n)).toString(16).padStart(32, '0'), 'hex'))
}

/** The 16 bytes of an id. */
export const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

/** The id that 16 bytes spell. */
export function idOfBytes(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Guards the few places where an id is written into SQL text. */
export function checkedId(id: string): string {
  if (!pattern.test(id)) throw new Error('not an id')
  return id
}
