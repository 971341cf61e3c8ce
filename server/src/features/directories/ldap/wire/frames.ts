import { lengthAt, Malformed } from './ber.ts'

/** The most one message may hold: an entry with fifty thousand members is some four megabytes. */
const largest = 32 * 1024 * 1024

/** Cuts what comes in pieces into whole messages. A message that claims too much throws Malformed before it is there. */
export function framesOf(take: (message: Buffer) => void): (piece: Buffer) => void {
  let waiting: Buffer[] = []
  let size = 0
  let needed = 2
  return piece => {
    waiting.push(piece)
    size += piece.length
    if (size < needed) return
    let bytes = waiting.length === 1 ? piece : Buffer.concat(waiting)
    for (;;) {
      const length = lengthAt(bytes, 0, bytes.length)
      if (bytes.length > 0 && bytes[0] !== 0x30) throw new Malformed('What answers there does not speak LDAP')
      const whole = length && length.header + length.content
      if (whole !== undefined && whole > largest) throw new Malformed('An entry is larger than 32 MB')
      needed = whole ?? bytes.length + 1
      if (bytes.length < needed) break
      take(bytes.subarray(0, needed))
      bytes = bytes.subarray(needed)
    }
    waiting = bytes.length > 0 ? [bytes] : []
    size = bytes.length
  }
}
