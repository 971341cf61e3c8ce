import { lengthAt, BerError } from './ber.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

/** Splits a stream into messages. A message with an excessive length is refused before it is received. */
export class Frames {
  #waiting: Buffer[] = []
  #size = 0
  #needed = 2

  add(piece: Buffer): void {
    this.#waiting.push(piece)
    this.#size += piece.length
  }

  /** The next complete message; undefined until enough bytes have arrived. @throws Malformed */
  next(): Buffer | undefined {
    while (this.#size >= this.#needed) {
      const bytes = this.#waiting.length === 1 ? this.#waiting[0] : Buffer.concat(this.#waiting)
      if (!bytes) return undefined
      this.#waiting = [bytes]
      const length = lengthAt(bytes, 0, bytes.length)
      if (bytes[0] !== 0x30) throw new BerError('What answers there does not speak LDAP')
      const whole = length && length.header + length.content
      if (whole !== undefined && whole > parserLimits.ldapMessageBytes)
        throw new BerError('An entry is larger than 16 MB')
      this.#needed = whole ?? bytes.length + 1
      if (whole === undefined || bytes.length < whole) continue
      this.#waiting = bytes.length > whole ? [bytes.subarray(whole)] : []
      this.#size = bytes.length - whole
      this.#needed = 2
      return bytes.subarray(0, whole)
    }
    return undefined
  }
}
