export class BerError extends Error {}

/** A BER value (X.690): its tag and content range. */
export interface BerValue {
  readonly tag: number
  readonly from: number
  readonly to: number
}

/** Length of the message starting here, from its first bytes; undefined if more are needed. @throws Malformed */
export function lengthAt(bytes: Buffer, at: number, end: number): { header: number; content: number } | undefined {
  if (end - at < 2) return undefined
  const first = bytes[at + 1] ?? 0
  if (first < 0x80) return { header: 2, content: first }
  const count = first & 0x7f
  if (count === 0 || count > 4) throw new BerError('A length has a form that LDAP does not allow')
  return end - at < 2 + count ? undefined : { header: 2 + count, content: bytes.readUIntBE(at + 2, count) }
}

/** The value starting here, limited by `end`. @throws Malformed */
export function partAt(bytes: Buffer, at: number, end: number): BerValue {
  const length = lengthAt(bytes, at, end)
  const to = length && at + length.header + length.content
  if (to === undefined || to > end) throw new BerError('A value is longer than what holds it')
  return { tag: bytes[at] ?? 0, from: to - (length?.content ?? 0), to }
}

export function* partsOf(bytes: Buffer, within: Pick<BerValue, 'from' | 'to'>): Generator<BerValue> {
  for (let at = within.from; at < within.to;) {
    const part = partAt(bytes, at, within.to)
    yield part
    at = part.to
  }
}

/** Iterates over nested values without allocating an object for each, because a server can send millions. */
export class BerCursor implements BerValue {
  readonly #bytes: Buffer
  #end: number
  tag = 0
  from = 0
  to = 0

  constructor(bytes: Buffer, within: Pick<BerValue, 'from' | 'to'> = { from: 0, to: 0 }) {
    this.#bytes = bytes
    this.#end = within.to
    this.to = within.from
  }

  /** Begins again within another value. */
  enter({ from, to }: Pick<BerValue, 'from' | 'to'>): void {
    this.#end = to
    this.to = from
  }

  /** Goes on to the next value; false after the last. Throws Malformed. */
  next(): boolean {
    const at = this.to
    if (at >= this.#end) return false
    const short = at + 1 < this.#end ? (this.#bytes[at + 1] ?? 0x80) : 0x80
    if (short < 0x80 && at + 2 + short <= this.#end) {
      this.tag = this.#bytes[at] ?? 0
      this.from = at + 2
      this.to = at + 2 + short
      return true
    }
    const { tag, from, to } = partAt(this.#bytes, at, this.#end)
    this.tag = tag
    this.from = from
    this.to = to
    return true
  }
}

/** An integer of at most four bytes. @throws Malformed */
export function numberOf(bytes: Buffer, { from, to }: BerValue): number {
  if (to - from < 1 || to - from > 4) throw new BerError('A number is out of bounds')
  return bytes.readIntBE(from, to - from)
}

export const berText = (bytes: Buffer, { from, to }: BerValue): string => bytes.toString('utf8', from, to)
