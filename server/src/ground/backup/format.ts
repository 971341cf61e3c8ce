import type { Readable } from 'node:stream'
import type { Made } from './tables.ts'

// A backup is what `pg_dump --data-only` writes, packed by gzip: rows of each table between `copy … from stdin;` and `\.`.
// Its first line says what made it, its last what must have come by then.

/** The first line of a backup. */
export interface Head extends Made {
  claviger: 1
  /** The instant of which it is, as ISO 8601. */
  at: string
}

/** The last line: how many rows each table had. */
export interface End {
  rows: Record<string, number>
}

/** What was read is no whole backup; its message is for whoever wants it back. */
export class BackupRefusal extends Error {}

export const lineOf = (what: Head | End): string => `-- ${JSON.stringify(what)}\n`

export const opening = (table: string, columns: string): string => `copy ${table} (${columns}) from stdin;\n`
export const closing = '\\.\n'

const longestLine = 1_000_000
const cut = () => new BackupRefusal('This backup ends too early: it was cut, or its writing was broken off')

/** Reads a backup line by line, and rows of a table as they come. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async #more(): Promise<void> {
    const next = await this.#chunks.next()
    if (next.done) throw cut()
    this.#rest = Buffer.concat([this.#rest, next.value])
  }

  /** The next line without its end. Throws BackupRefusal where none comes. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10)
      if (end >= 0) {
        const line = this.#rest.toString('utf8', 0, end)
        this.#rest = this.#rest.subarray(end + 1)
        return line
      }
      if (this.#rest.length > longestLine) throw new BackupRefusal('This is no backup of Claviger')
      await this.#more()
    }
  }

  /** The rows up to the line that ends them, in pieces as they come. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < closing.length) await this.#more()
    if (this.#rest.toString('latin1', 0, closing.length) === closing) {
      this.#rest = this.#rest.subarray(closing.length)
      return
    }
    for (;;) {
      const end = this.#rest.indexOf(`\n${closing}`)
      if (end >= 0) {
        yield this.#rest.subarray(0, end + 1)
        this.#rest = this.#rest.subarray(end + 1 + closing.length)
        return
      }
      // What ends the rows may come in two pieces
      const sure = this.#rest.length - closing.length
      if (sure > 0) {
        yield this.#rest.subarray(0, sure)
        this.#rest = this.#rest.subarray(sure)
      }
      await this.#more()
    }
  }
}
