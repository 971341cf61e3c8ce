/** A source map (revision 3) with at most one segment for each line. */
export interface LineMap {
  readonly version: 3
  readonly sources: readonly string[]
  readonly names: readonly []
  readonly mappings: string
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Numbers of a segment of a source map: base64 digits of 5 bits, the lowest first; the lowest bit is the sign. */
export function decodeNumbers(segment: string): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const digit of segment) {
    const bits = digits.indexOf(digit)
    value |= (bits & 31) << shift
    shift += 5
    if (bits & 32) continue
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1)
    ;[value, shift] = [0, 0]
  }
  return numbers
}

export const encodeNumbers = (numbers: readonly number[]): string => numbers.map(encode).join('')

function encode(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1
  let text = ''
  do {
    text += digits[(rest & 31) | (rest > 31 ? 32 : 0)] ?? ''
    rest >>>= 5
  } while (rest > 0)
  return text
}
