import { type RawBuilder, sql } from 'kysely'

/** Searched columns: each word must occur in one of them. */
export interface SearchColumns {
  in?: readonly RawBuilder<unknown>[]
  /** Columns that are already normalized (without case and accents) by `plain()`. */
  plain?: readonly RawBuilder<unknown>[]
}

/** SQL conditions of a search; empty without search words. */
export function searching(text: string | undefined, within: SearchColumns): RawBuilder<unknown>[] {
  const columns = [...(within.in ?? []).map(column => sql`plain(${column})`), ...(within.plain ?? [])]
  return patternsOf(text).map(
    pattern =>
      sql`(${sql.join(
        columns.map(column => fits(column, pattern)),
        sql` or `,
      )})`,
  )
}

export const matchesAllPatterns = (column: RawBuilder<unknown>, patterns: readonly string[]): RawBuilder<unknown>[] =>
  patterns.map(pattern => fits(column, pattern))

const fits = (column: RawBuilder<unknown>, pattern: string) =>
  pattern.startsWith('% ')
    ? sql`(${column} like ${pattern} or ${column} like ${pattern.slice(2)})`
    : sql`${column} like ${pattern}`

// More words than a name and an email have don't narrow the search further
const mostWords = 8

/**
 * LIKE patterns of a search, one per word in any order; the longest, most selective one first. Empty without search
 * words. Next to others, a word of one or two letters matches only the beginning of a word.
 */
export function patternsOf(search = ''): string[] {
  const words = new Set(search.split(/\s+/).map(patternOf))
  words.delete('')
  const patterns = [...words].toSorted((a, b) => b.length - a.length).slice(0, mostWords)
  return patterns.length > 1 ? patterns.map(toTrigramPattern) : patterns
}

/**
 * Pattern of fewer than three letters: with a leading blank it forms a trigram, so it matches beginnings of words.
 */
export const toTrigramPattern = (pattern: string): string =>
  pattern.replace(/\\(.)/g, '$1').length < 5 ? pattern.replace('%', '% ') : pattern

const bareOf: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ', ß: 'ss' }

/** LIKE pattern of a text, normalized like `plain()` does; empty for an empty text. */
export function patternOf(search = ''): string {
  // Letter by letter, because JavaScript lowercases some letters differently at the end of a word
  const letters = Array.from(search.normalize('NFKD'), letter => letter.toLowerCase()).join('')
  const plain = letters.replace(/[\u0300-\u036f]/g, '').replace(/[øłđıςß]/g, letter => bareOf[letter] ?? letter)
  const bare = plain.trim()
  return bare === '' ? '' : `%${literally(bare)}%`
}

export const literally = (text: string): string => text.replace(/[\\%_]/g, mark => `\\${mark}`)

export const trigramsOf = (...patterns: readonly string[]): string[] => [...new Set(patterns.flatMap(lettersIn))]

function lettersIn(pattern: string): string[] {
  const letters = Array.from(pattern.slice(1, -1).replace(/\\(.)/gs, '$1'))
  if (letters.length < 3) return letters.length === 2 && letters[0] === ' ' ? [letters.join('')] : []
  return letters.slice(2).map((last, at) => `${letters[at]}${letters[at + 1]}${last}`)
}
