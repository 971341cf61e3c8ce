// The subset of ICU MessageFormat needed here: {name}, plural, select, #, and apostrophe quoting. An architecture
// test compares all catalog texts with the reference implementation, which is six times this size.

export type Values = Record<string, string | number | Date>

interface Choice {
  name: string
  kind: 'value' | 'plural' | 'select'
  cases: ReadonlyMap<string, Part[]>
}
type Part = string | Choice

const hash = '#'
const noCases: ReadonlyMap<string, Part[]> = new Map()

class Reader {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  private wrong(what: string): Error {
    return new Error(`${what} at ${this.at} of "${this.text}"`)
  }

  private word(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0] ?? ''
    this.at += found.length
    return found.trim()
  }

  private skip(sign: string): void {
    this.word(/\s*/y)
    if (this.text[this.at] !== sign) throw this.wrong(`"${sign}" is missing`)
    this.at += 1
  }

  private quoted(inPlural: boolean): string {
    const next = this.text[this.at + 1]
    if (next === "'") {
      this.at += 2
      return "'"
    }
    if (next !== '{' && next !== '}' && !(inPlural && next === hash)) {
      this.at += 1
      return "'"
    }
    let end = this.at + 1
    while (end < this.text.length && !(this.text[end] === "'" && this.text[end + 1] !== "'"))
      end += this.text[end] === "'" ? 2 : 1
    const inner = this.text.slice(this.at + 1, end).replaceAll("''", "'")
    this.at = end + 1
    return inner
  }

  private choice(): Choice {
    this.at += 1
    const name = this.word(/\s*\w+\s*/y)
    if (name === '') throw this.wrong('A name is missing')
    if (this.text[this.at] === '}') {
      this.at += 1
      return { name, kind: 'value', cases: noCases }
    }
    this.skip(',')
    const kind = this.word(/\s*\w+\s*/y)
    if (kind !== 'plural' && kind !== 'select') throw this.wrong(`"${kind}" is not known`)
    this.skip(',')
    const cases = new Map<string, Part[]>()
    for (;;) {
      const key = this.word(/\s*(?:=\d+|\w+)\s*/y)
      if (key === '') break
      this.skip('{')
      cases.set(key, this.parts(true, kind === 'plural'))
      this.skip('}')
    }
    this.skip('}')
    if (!cases.has('other')) throw this.wrong('The case "other" is missing')
    return { name, kind, cases }
  }

  parts(nested: boolean, inPlural: boolean): Part[] {
    const parts: Part[] = []
    let plain = ''
    const close = (part: Part) => {
      if (plain !== '') parts.push(plain)
      plain = ''
      parts.push(part)
    }
    while (this.at < this.text.length) {
      const sign = this.text[this.at]
      if (sign === '{') close(this.choice())
      else if (sign === '}') {
        if (!nested) throw this.wrong('"}" closes nothing')
        break
      } else if (sign === "'") plain += this.quoted(inPlural)
      else if (sign === hash && inPlural) {
        close({ name: hash, kind: 'value', cases: noCases })
        this.at += 1
      } else {
        plain += sign
        this.at += 1
      }
    }
    if (plain !== '') parts.push(plain)
    return parts
  }
}

const read = new Map<string, Part[]>()

function partsOf(message: string): Part[] {
  const known = read.get(message)
  if (known) return known
  const parts = new Reader(message).parts(false, false)
  read.set(message, parts)
  return parts
}

const numbers = new Map<string, Intl.NumberFormat>()

// Grouping separators, because creating an Intl number format takes a browser 30 ms
const separators: Readonly<Record<string, string>> = { 'en-US': ',', 'de-DE': '.' }

/** Formats a number for a language; integers in the console's languages need no Intl format. */
export function numberIn(value: number, language: string): string {
  if (Number.isSafeInteger(value) && value >= 0) {
    if (value < 1000) return String(value)
    const separator = separators[language]
    if (separator !== undefined) return String(value).replace(/\B(?=(?:\d{3})+$)/g, separator)
  }
  const known = numbers.get(language)
  const format = known ?? new Intl.NumberFormat(language)
  if (!known) numbers.set(language, format)
  return format.format(value)
}

function shown(value: Values[string] | undefined, language: string): string {
  if (typeof value === 'number') return numberIn(value, language)
  if (value instanceof Date) return value.toLocaleDateString(language, { dateStyle: 'medium' })
  return value ?? ''
}

const rules = new Map<string, Intl.PluralRules>()

function caseOf(part: Choice, value: Values[string] | undefined, language: string): Part[] {
  let key = String(value)
  if (part.kind === 'plural') {
    const exact = part.cases.get(`=${key}`)
    if (exact) return exact
    let rule = rules.get(language)
    if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)))
    key = rule.select(Number(value))
  }
  return part.cases.get(key) ?? part.cases.get('other') ?? []
}

const joined = (parts: readonly Part[], values: Values, language: string, count: Values[string] | undefined): string =>
  parts
    .map(part => {
      if (typeof part === 'string') return part
      const value = part.name === hash ? count : values[part.name]
      if (part.kind === 'value') return shown(value, language)
      const inner = caseOf(part, value, language)
      return joined(inner, values, language, part.kind === 'plural' ? value : count)
    })
    .join('')

/**
 * Formats an ICU message in a language (BCP 47). Numbers get digit grouping: pass a year or an ID as text. Without
 * values the message is not parsed, so a name that contains a brace is returned unchanged.
 * @throws if the message can't be parsed
 */
export function translateMessage(message: string, values: Values | undefined, language: string): string {
  return values === undefined ? message : joined(partsOf(message), values, language, undefined)
}

export type Texts = Readonly<Record<string, string>>

export interface DeferredText {
  id: string
  values: Record<string, Values[string] | DeferredText>
}

const filledTexts = new Map<string, { id: string; values: Values }>()

/** Fills values into an English contract text; remembers its parts so that it can be translated later. */
export function fillText(id: string, values: Values): string {
  const english = translateMessage(id, values, 'en-US')
  filledTexts.set(english, { id, values })
  return english
}

/** Translates a text with `texts`; falls back to English if the translation is missing. */
export function inLanguage(texts: Texts, locale: string, id: string, values?: Values): string {
  const origin = values === undefined ? filledTexts.get(id) : undefined
  if (origin) return inLanguage(texts, locale, origin.id, origin.values)
  return translateMessage(Object.hasOwn(texts, id) ? (texts[id] ?? id) : id, values, locale)
}
