import { v7 } from 'uuid'

/** A new id; ids made later sort later. */
export const newId = (): string => v7()

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
