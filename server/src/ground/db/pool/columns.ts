import pg from 'pg'

/** A column as the database describes it. */
export interface Field {
  name: string
  dataTypeID: number
}

/** The columns of a statement, and how their texts are read. */
export class Columns {
  readonly #names: readonly string[]
  readonly #types: readonly number[]
  readonly #readers: readonly ((text: string) => unknown)[]
  readonly #empty: Readonly<Record<string, unknown>>

  constructor(fields: readonly Field[]) {
    this.#names = fields.map(({ name }) => name)
    this.#types = fields.map(({ dataTypeID }) => dataTypeID)
    this.#readers = this.#types.map(type => pg.types.getTypeParser(type, 'text') as (text: string) => unknown)
    this.#empty = Object.fromEntries(this.#names.map(name => [name, null]))
  }

  are(fields: readonly Field[]): boolean {
    return (
      fields.length === this.#names.length &&
      fields.every(({ name, dataTypeID }, at) => name === this.#names[at] && dataTypeID === this.#types[at])
    )
  }

  /** One row of texts as an object. */
  read(texts: readonly (string | null)[]): Record<string, unknown> {
    const row = { ...this.#empty }
    for (let at = 0; at < texts.length; at++) {
      const text = texts[at] ?? null
      row[this.#names[at] as string] = text === null ? null : this.#readers[at]?.(text)
    }
    return row
  }
}

// Many connections know the same statements
const last = new Map<string, Columns>()

/** The columns that a description names; the same object as the last time where the same statement had the same. */
export function columnsFrom(name: string | undefined, fields: readonly Field[]): Columns {
  if (name === undefined) return new Columns(fields)
  const before = last.get(name)
  if (before?.are(fields)) return before
  const columns = new Columns(fields)
  last.set(name, columns)
  return columns
}
