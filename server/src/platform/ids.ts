import { v7 } from 'uuid'

export const newId = (): string => v7()

let count = 0

/** A new ID for an instant: it sorts there, and the instant can be read from it. */
export const newIdAt = (at: Date): string => v7({ msecs: at.getTime(), seq: (count = (count + 1) >>> 0) })

export const lowestIdAt = (at: Date): string => {
  const hex = Math.min(Math.max(at.getTime(), 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

export const idAfter = (id: string): string => {
  const next = BigInt(`0x${id.replaceAll('-', '')}`) + 1n
  return idOfBytes(Buffer.from((next & (2n ** 128n - 1n)).toString(16).padStart(32, '0'), 'hex'))
}

export const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

export function idOfBytes(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Validates an ID in the few places where one is written into SQL text. */
export function checkedId(id: string): string {
  if (!pattern.test(id)) throw new Error('not an id')
  return id
}
