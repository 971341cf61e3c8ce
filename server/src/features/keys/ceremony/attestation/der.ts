import { CeremonyError } from '../ceremony.ts'

export interface Der {
  readonly identifier: number
  readonly number: number
  readonly content: Buffer
}

const cutShort = () => new CeremonyError('malformed', 'X.690', 'The certificate is truncated')

function readNumber(bytes: Buffer, at: number): [number: number, next: number] {
  let value = 0
  for (let index = at; index < Math.min(bytes.length, at + 4); index++) {
    const octet = bytes.readUInt8(index)
    value = value * 128 + (octet & 0x7f)
    if (octet < 0x80) return [value, index + 1]
  }
  throw cutShort()
}

function readLength(bytes: Buffer, at: number): [length: number, next: number] {
  const first = bytes[at]
  if (first === undefined) throw cutShort()
  if (first < 0x80) return [first, at + 1]
  const size = first & 0x7f
  if (size === 0 || size > 4 || at + 1 + size > bytes.length) throw cutShort()
  return [bytes.readUIntBE(at + 1, size), at + 1 + size]
}

export function readDerValues(bytes: Buffer): Der[] {
  const found: Der[] = []
  let at = 0
  while (at < bytes.length) {
    const identifier = bytes.readUInt8(at)
    const low = identifier & 0x1f
    const [number, afterTag] = low === 0x1f ? readNumber(bytes, at + 1) : [low, at + 1]
    const [length, start] = readLength(bytes, afterTag)
    if (start + length > bytes.length) throw cutShort()
    found.push({ identifier, number, content: bytes.subarray(start, start + length) })
    at = start + length
  }
  return found
}

export function derChildren(bytes: Uint8Array): Der[] {
  const [whole] = readDerValues(Buffer.from(bytes))
  if (!whole) throw cutShort()
  return readDerValues(whole.content)
}
