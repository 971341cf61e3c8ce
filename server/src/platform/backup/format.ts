import type { Readable } from 'node:stream'
import type { DatabaseVersion } from './tables.ts'

// A backup is the gzipped output of `pg_dump --data-only`: rows of each table between `copy … from stdin;` and `\.`.
// Its first line describes its origin, its last line contains the expected row counts.

export interface BackupHeader extends DatabaseVersion {
  claviger: 1
  /** Time of its snapshot, as ISO 8601. */
  at: string
}

export interface End {
  rows: Record<string, number>
}

export class BackupRefusal extends Error {}

export const lineOf = (what: BackupHeader | End): string => `-- ${JSON.stringify(what)}\n`

export const opening = (table: string, columns: string): string => `copy ${table} (${columns}) from stdin;\n`
export const endOfRows = '\\.\n'

const longestLine = 1_000_000
const cut = () => new BackupRefusal('This backup is incomplete: the file was truncated, or the backup was interrupted')

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

  /** The next line without its line break. @throws BackupRefusal at the end of the file */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10)
      if (end >= 0) {
        const line = this.#rest.toString('utf8', 0, end)
        this.#rest = this.#rest.subarray(end + 1)
        return line
      }
      if (this.#rest.length > longestLine) throw new BackupRefusal("This isn't a backup of Claviger")
      await this.#more()
    }
  }

  async *rows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < endOfRows.length) await this.#more()
    if (this.#rest.toString('latin1', 0, endOfRows.length) === endOfRows) {
      this.#rest = this.#rest.subarray(endOfRows.length)
      return
    }
    for (;;) {
      const end = this.#rest.indexOf(`\n${endOfRows}`)
      if (end >= 0) {
        yield this.#rest.subarray(0, end + 1)
        this.#rest = this.#rest.subarray(end + 1 + endOfRows.length)
        return
      }
      // The terminating line may be split over two chunks
      const sure = this.#rest.length - endOfRows.length
      if (sure > 0) {
        yield this.#rest.subarray(0, sure)
        this.#rest = this.#rest.subarray(sure)
      }
      await this.#more()
    }
  }
}
