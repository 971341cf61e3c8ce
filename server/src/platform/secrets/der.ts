export function der(identifier: number, ...inside: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(inside)
  return Buffer.concat([Buffer.from([identifier, ...lengthOf(content.length)]), content])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const octets: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return [0x80 + octets.length, ...octets]
}

export const sequence = (...inside: readonly Uint8Array[]): Buffer => der(0x30, ...inside)
export const setOf = (...inside: readonly Uint8Array[]): Buffer => der(0x31, ...inside)
export const bits = (bytes: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.from([unused]), bytes)
export const octets = (bytes: Uint8Array): Buffer => der(0x04, bytes)
export const derTrue = (): Buffer => der(0x01, Buffer.from([0xff]))
export const utf8 = (value: string): Buffer => der(0x0c, Buffer.from(value))

export function readWholeDer(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex(one => one !== 0)
  const short = start < 0 ? Buffer.from([0]) : Buffer.from(bytes.subarray(start))
  return der(0x02, (short[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), short]) : short)
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inSevens)]))
}

function inSevens(value: number): number[] {
  const groups = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) groups.unshift(0x80 + (rest % 128))
  return groups
}

/** A time in whole seconds; from 2050 on with a four-digit year (RFC 5280 §4.1.2.5). */
export function derTime(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  const late = at.getUTCFullYear() >= 2050
  return der(late ? 0x18 : 0x17, Buffer.from(late ? digits : digits.slice(2)))
}
