// The reference of a refusal: ten letters that can be read aloud, derived from the log entry's ID.

/** Without I, L, O, and U (Crockford base32). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const meant: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' }

const epoch = Date.UTC(2025, 0, 1) / 1000
const tailBits = 18
const bits = 50

const numberOf = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`)

/** Reference such as 7QK3-M2XP-9T: seconds since 2025 (32 bits) and the ID's last 18 bits. */
export function referenceOf(line: string): string {
  const number = numberOf(line)
  const second = (number >> 80n) / 1000n - BigInt(epoch)
  const value = (BigInt.asUintN(bits - tailBits, second) << BigInt(tailBits)) | BigInt.asUintN(tailBits, number)
  const text = Array.from({ length: bits / 5 }, (_none, place) => {
    const letter = Number((value >> BigInt(bits - 5 - 5 * place)) & 31n)
    return letters.charAt(letter)
  }).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

export interface ReferenceTarget {
  readonly from: Date
  readonly to: Date
  readonly tail: number
}

/** Parses a typed reference, with or without dashes, in any case; undefined if invalid. */
export function readReference(text: string): ReferenceTarget | undefined {
  const written = text.toUpperCase().replace(/[\s-]/g, '')
  const plain = written.split('').map(letter => letters.indexOf(meant[letter] ?? letter))
  if (plain.length !== bits / 5 || plain.includes(-1)) return undefined
  const value = plain.reduce((before, letter) => (before << 5n) | BigInt(letter), 0n)
  const second = (Number(value >> BigInt(tailBits)) + epoch) * 1000
  return { from: new Date(second), to: new Date(second + 1000), tail: Number(BigInt.asUintN(tailBits, value)) }
}
