import { refuse } from '../protocol/scim-refusal.ts'
import type { Value } from './filter-tree.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

export type FilterToken =
  | { readonly is: '(' | ')' | '[' | ']' }
  | { readonly is: 'name'; readonly text: string }
  | { readonly is: 'value'; readonly value: Value }

// A sub-attribute can follow a bracket, as in emails[type eq "work"].value. Microsoft's collection sends texts and
// times without quotes
const pattern =
  /\s+|(?<mark>[()[\]])|(?<quoted>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?=[\s()[\]]|$)|(?<name>\.?[A-Za-z$][\w$.:/-]*)(?=[\s()[\]]|$)|(?<bare>[\w.:@+/%$-]+)(?=[\s()[\]]|$)/giuy

/** Tokenizes a filter. Length and nesting are limited here, before parsing. @throws invalidFilter */
export function wordsOf(text: string): FilterToken[] {
  if (text.length > parserLimits.scimFilterCharacters)
    throw refuse('invalidFilter', `A filter has at most ${parserLimits.scimFilterCharacters} characters`)
  const words: FilterToken[] = []
  let depth = 0
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex
    const found = pattern.exec(text)
    if (!found) throw refuse('invalidFilter', `The filter cannot be read from character ${at + 1} on`)
    const { mark, quoted, number, name, bare } = found.groups ?? {}
    if (mark === '(' || mark === '[') depth++
    if (mark === ')' || mark === ']') depth--
    if (depth > parserLimits.scimFilterDepth)
      throw refuse('invalidFilter', `A filter is at most ${parserLimits.scimFilterDepth} brackets deep`)
    if (mark !== undefined) words.push({ is: mark as '(' | ')' | '[' | ']' })
    else if (quoted !== undefined) words.push({ is: 'value', value: unquoted(quoted) })
    else if (number !== undefined) words.push({ is: 'value', value: Number(number) })
    else if (name !== undefined) words.push({ is: 'name', text: name })
    else if (bare !== undefined) words.push({ is: 'value', value: bare })
    if (words.length > parserLimits.scimFilterWords)
      throw refuse('invalidFilter', `A filter has at most ${parserLimits.scimFilterWords} words`)
  }
  return words
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string
  } catch {
    throw refuse('invalidFilter', `${text.slice(0, 60)} is no text as JSON writes it`)
  }
}
