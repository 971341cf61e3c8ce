// How a refused person names a use: ten letters that can be read out, made from the id of its line in the log.

/** Without I, L, O and U (Crockford). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** What is heard or typed for another letter. */
const meant: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' }

const epoch = Date.UTC(2025, 0, 1) / 1000
/** So many bits of the random part of an id, its last ones. */
const tailBits = 18
const bits = 50

const numberOf = (id: string) => BigInt(`0x${id.replaceAll('-', '')}`)

/** The reference of a line, as 7QK3-M2XP-9T: its second since 2025 (32 bits) and the end of its id (18 bits). */
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

/** What a reference says of the id of its line. */
export interface Referred {
  /** The line is of this second. */
  readonly from: Date
  readonly to: Date
  /** The last 18 bits of its id. */
  readonly tail: number
}

/** Reads a reference as somebody types it, with or without dashes and in any case; undefined for what is none. */
export function readReference(text: string): Referred | undefined {
  const written = text.toUpperCase().replace(/[\s-]/g, '')
  const plain = written.split('').map(letter => letters.indexOf(meant[letter] ?? letter))
  if (plain.length !== bits / 5 || plain.includes(-1)) return undefined
  const value = plain.reduce((before, letter) => (before << 5n) | BigInt(letter), 0n)
  const second = (Number(value >> BigInt(tailBits)) + epoch) * 1000
  return { from: new Date(second), to: new Date(second + 1000), tail: Number(BigInt.asUintN(tailBits, value)) }
}
