import { type RawBuilder, sql } from 'kysely'

/** Where a list is searched: a row is found when each word stands somewhere in one of the columns. */
export interface Searched {
  /** Columns as people wrote them. */
  in?: readonly RawBuilder<unknown>[]
  /** Columns that hold their text without case and accents already, as `plain()` writes it. */
  plain?: readonly RawBuilder<unknown>[]
}

/** The conditions of a search; none where there is nothing to search for. */
export function searching(text: string | undefined, within: Searched): RawBuilder<unknown>[] {
  const columns = [...(within.in ?? []).map(column => sql`plain(${column})`), ...(within.plain ?? [])]
  return patternsOf(text).map(
    pattern =>
      sql`(${sql.join(
        columns.map(column => fits(column, pattern)),
        sql` or `,
      )})`,
  )
}

/** The conditions that a text fits each of these patterns. */
export const fitsAll = (column: RawBuilder<unknown>, patterns: readonly string[]): RawBuilder<unknown>[] =>
  patterns.map(pattern => fits(column, pattern))

const fits = (column: RawBuilder<unknown>, pattern: string) =>
  pattern.startsWith('% ')
    ? sql`(${column} like ${pattern} or ${column} like ${pattern.slice(2)})`
    : sql`${column} like ${pattern}`

// Who types more words than a name and an address have is found by these
const mostWords = 8

/**
 * The LIKE patterns of a search, one for each of its words, in whatever order they stand: the longest, which finds fewest,
 * first. None when there is nothing to search for. Beside others a word of one or two letters is a beginning.
 */
export function patternsOf(search = ''): string[] {
  const words = new Set(search.split(/\s+/).map(patternOf))
  words.delete('')
  const patterns = [...words].toSorted((a, b) => b.length - a.length).slice(0, mostWords)
  return patterns.length > 1 ? patterns.map(asBeginning) : patterns
}

/** A pattern of less than three letters, which are no trigram unless a blank stands before them, at the beginnings of words. */
export const asBeginning = (pattern: string): string =>
  pattern.replace(/\\(.)/g, '$1').length < 5 ? pattern.replace('%', '% ') : pattern

const bareOf: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ', ß: 'ss' }

/** The LIKE pattern of a text, written as `plain()` writes columns; empty when there is nothing to search for. */
export function patternOf(search = ''): string {
  // One letter at a time, for in JavaScript the last letter of a word may have a small form of its own
  const letters = Array.from(search.normalize('NFKD'), letter => letter.toLowerCase()).join('')
  const plain = letters.replace(/[\u0300-\u036f]/g, '').replace(/[øłđıςß]/g, letter => bareOf[letter] ?? letter)
  const bare = plain.trim()
  return bare === '' ? '' : `%${literally(bare)}%`
}

/** A text as LIKE takes it letter by letter. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, mark => `\\${mark}`)

/** What three letters, or a beginning of two, follow each other in patterns: as many rows as have the rarest of them, they find at most. */
export const lettersOf = (...patterns: readonly string[]): string[] => [...new Set(patterns.flatMap(lettersIn))]

function lettersIn(pattern: string): string[] {
  const letters = Array.from(pattern.slice(1, -1).replace(/\\(.)/gs, '$1'))
  if (letters.length < 3) return letters.length === 2 && letters[0] === ' ' ? [letters.join('')] : []
  return letters.slice(2).map((last, at) => `${letters[at]}${letters[at + 1]}${last}`)
}
