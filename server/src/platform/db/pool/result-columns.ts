import pg from 'pg'

export interface ColumnDescription {
  name: string
  dataTypeID: number
}

export class Columns {
  readonly #names: readonly string[]
  readonly #types: readonly number[]
  readonly #readers: readonly ((text: string) => unknown)[]
  readonly #empty: Readonly<Record<string, unknown>>

  constructor(fields: readonly ColumnDescription[]) {
    this.#names = fields.map(({ name }) => name)
    this.#types = fields.map(({ dataTypeID }) => dataTypeID)
    this.#readers = this.#types.map(type => pg.types.getTypeParser(type, 'text') as (text: string) => unknown)
    this.#empty = Object.fromEntries(this.#names.map(name => [name, null]))
  }

  are(fields: readonly ColumnDescription[]): boolean {
    return (
      fields.length === this.#names.length &&
      fields.every(({ name, dataTypeID }, at) => name === this.#names[at] && dataTypeID === this.#types[at])
    )
  }

  read(texts: readonly (string | null)[]): Record<string, unknown> {
    const row = { ...this.#empty }
    for (let at = 0; at < texts.length; at++) {
      const text = texts[at] ?? null
      row[this.#names[at] as string] = text === null ? null : this.#readers[at]?.(text)
    }
    return row
  }
}

// Shared, because many connections prepare the same statements
const last = new Map<string, Columns>()

/** Columns of a description; reuses the object if the same statement had the same columns before. */
export function columnsFrom(name: string | undefined, fields: readonly ColumnDescription[]): Columns {
  if (name === undefined) return new Columns(fields)
  const before = last.get(name)
  if (before?.are(fields)) return before
  const columns = new Columns(fields)
  last.set(name, columns)
  return columns
}
