import {
  AndFilter,
  ApproximateFilter,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  GreaterThanEqualsFilter,
  LessThanEqualsFilter,
  NotFilter,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
} from 'ldapts'
import { msg, deferText } from '#platform/languages.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

export class LdapFilterError extends Error {
  readonly says: ReturnType<typeof deferText>
  constructor(says: ReturnType<typeof deferText>) {
    super(says.id)
    this.says = says
  }
}

/**
 * Parses an RFC 4515 filter, allowing white space between its parts. A parser of our own, because the library's
 * decodes each byte of escaped UTF-8 as a character and recurses on every parenthesis.
 * @throws LdapFilterError
 */
export function readFilter(text: string): Filter {
  let at = 0
  let count = 0
  const wrong = (id: string): never => {
    throw new LdapFilterError(deferText(id, { at: at + 1 }))
  }
  const skip = () => {
    while (/\s/.test(text[at] ?? '')) at++
  }
  const open = () => {
    skip()
    if (text[at] !== '(') wrong(msg('An opening parenthesis is missing at character {at}'))
    at++
    skip()
  }
  const close = () => {
    skip()
    if (text[at] !== ')') wrong(msg('A closing parenthesis is missing at character {at}'))
    at++
    skip()
  }
  const list = (depth: number) => {
    const all: Filter[] = []
    for (at++, skip(); text[at] === '(';) all.push(one(depth + 1))
    if (all.length === 0) wrong(msg('Empty “and” or “or” at character {at}'))
    return all
  }
  const one = (depth: number): Filter => {
    if (depth > parserLimits.ldapFilterDepth) wrong(msg('The filter is nested deeper than 20 levels at character {at}'))
    if (++count > parserLimits.ldapFilterParts) wrong(msg('The filter has more than 1,000 parts'))
    open()
    const sign = text[at]
    let filter: Filter
    if (sign === '&') filter = new AndFilter({ filters: list(depth) })
    else if (sign === '|') filter = new OrFilter({ filters: list(depth) })
    else if (sign === '!') {
      at++
      filter = new NotFilter({ filter: one(depth + 1) })
    } else {
      const end = text.indexOf(')', at)
      if (end < 0) wrong(msg("The parenthesis before character {at} isn't closed"))
      const part = text.slice(at, end)
      if (part.includes('(')) wrong(msg("The parenthesis before character {at} isn't closed"))
      filter = comparison(part) ?? wrong(msg('Expected a comparison such as (department=Sales) at character {at}'))
      at = end
    }
    close()
    return filter
  }
  const filter = one(0)
  if (at < text.length) wrong(msg('Unexpected text after the end of the filter at character {at}'))
  return filter
}

const shape = /^([a-zA-Z][\w-]*(?:;[\w-]+)*|\d+(?:\.\d+)+)?((?::dn)?)(?::([\w.-]+))?\s*(=|>=|<=|~=|:=)(.*)$/su

function comparison(part: string): Filter | undefined {
  const [, attribute = '', dn = '', rule, sign, value = ''] = shape.exec(part) ?? []
  if (sign === undefined || (sign !== ':=' && (attribute === '' || dn !== '' || rule !== undefined))) return undefined
  if (sign === ':=') {
    const bytes = unescaped(value)
    if (!bytes || (attribute === '' && rule === undefined)) return undefined
    const given = { matchType: attribute, dnAttributes: dn !== '', value: bytes.toString() }
    return new ExtensibleFilter(rule === undefined ? given : { ...given, rule })
  }
  if (sign === '=' && value === '*') return new PresenceFilter({ attribute })
  const pieces = value.split('*').map(unescaped)
  if (pieces.some(one => one === undefined)) return undefined
  const [first = Buffer.alloc(0)] = pieces
  if (sign === '=' && pieces.length > 1) {
    const [initial = '', ...rest] = pieces.map(one => String(one))
    const final = rest.pop() ?? ''
    return new SubstringFilter({ attribute, initial, any: rest.filter(one => one !== ''), final })
  }
  if (pieces.length > 1) return undefined
  if (sign === '=') return new EqualityFilter({ attribute, value: first })
  const given = { attribute, value: String(first) }
  if (sign === '>=') return new GreaterThanEqualsFilter(given)
  return sign === '<=' ? new LessThanEqualsFilter(given) : new ApproximateFilter(given)
}

function unescaped(value: string): Buffer | undefined {
  if (/\\(?![0-9a-fA-F]{2})/.test(value)) return undefined
  const parts = value.split(/\\([0-9a-fA-F]{2})/)
  return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 0 ? 'utf8' : 'hex')))
}
