import { type RawBuilder, sql } from 'kysely'

/** Where a list is searched: a row is found when one of the columns has the text somewhere in it. */
export interface Searched {
  /** Columns as people wrote them. */
  in?: readonly RawBuilder<unknown>[]
  /** Columns that hold their text without case and accents already, as `plain()` writes it. */
  plain?: readonly RawBuilder<unknown>[]
}

/** The condition of a search; none where there is nothing to search for. */
export function searching(text: string | undefined, within: Searched): RawBuilder<unknown>[] {
  const pattern = patternOf(text)
  if (pattern === '') return []
  const columns = [...(within.in ?? []).map(column => sql`plain(${column})`), ...(within.plain ?? [])]
  const found = columns.map(column => sql`${column} like ${pattern}`)
  return [sql`(${sql.join(found, sql` or `)})`]
}

const bareOf: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ', ß: 'ss' }

/** The LIKE pattern of a search, written as `plain()` writes columns; empty when there is nothing to search for. */
export function patternOf(search = ''): string {
  // One letter at a time, for in JavaScript the last letter of a word may have a small form of its own
  const letters = Array.from(search.normalize('NFKD'), letter => letter.toLowerCase()).join('')
  const plain = letters.replace(/[\u0300-\u036f]/g, '').replace(/[øłđıςß]/g, letter => bareOf[letter] ?? letter)
  const bare = plain.trim()
  return bare === '' ? '' : `%${literally(bare)}%`
}

/** A text as LIKE takes it letter by letter. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, mark => `\\${mark}`)

/** What three letters, or a beginning of two, follow each other in a pattern: as many rows as have the rarest of them, it finds at most. */
export function lettersOf(pattern: string): string[] {
  const letters = Array.from(pattern.slice(1, -1).replace(/\\(.)/gs, '$1'))
  if (letters.length < 3) return letters.length === 2 && letters[0] === ' ' ? [letters.join('')] : []
  return [...new Set(letters.slice(2).map((last, at) => `${letters[at]}${letters[at + 1]}${last}`))]
}
