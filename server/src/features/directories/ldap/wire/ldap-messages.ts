import { BerCursor, BerError, numberOf, type BerValue, partAt, partsOf, berText } from './ber.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

export interface LdapEntry {
  readonly dn: string
  readonly names: readonly string[]
  readonly attributes: ReadonlyMap<string, readonly Buffer[]>
  /** Number of its attributes and values. */
  readonly size: number
}

export interface LdapResult {
  readonly code: number
  readonly says: string
  /** Cookie of the next page; undefined after the last, and without paging. */
  readonly cookie?: Buffer
}

export type LdapMessage =
  | { readonly id: number; readonly entry: LdapEntry }
  | { readonly id: number; readonly result: LdapResult }
  | { readonly id: number; readonly elsewhere: true }

const entryTag = 0x64
const referenceTag = 0x73
const controlsTag = 0xa0
const paged = '1.2.840.113556.1.4.319'
const endings: ReadonlySet<number> = new Set([0x61, 0x65, 0x78])

/** Parses one message. @throws Malformed */
export function readAnswer(bytes: Buffer): LdapMessage {
  const [id, operation, controls] = partsOf(bytes, partAt(bytes, 0, bytes.length))
  if (id?.tag !== 0x02 || !operation) throw new BerError('A message has no number')
  const number = numberOf(bytes, id)
  if (operation.tag === entryTag) return { id: number, entry: entryOf(bytes, operation) }
  if (operation.tag === referenceTag) return { id: number, elsewhere: true }
  if (!endings.has(operation.tag)) throw new BerError('A message is of no kind that was asked for')
  const [code, , says] = partsOf(bytes, operation)
  if (code?.tag !== 0x0a || !says) throw new BerError('A result has no code')
  const cookie = controls?.tag === controlsTag ? cookieIn(bytes, controls) : undefined
  return { id: number, result: { code: numberOf(bytes, code), says: berText(bytes, says), ...(cookie && { cookie }) } }
}

function entryOf(bytes: Buffer, operation: BerValue): LdapEntry {
  const [dn, all] = partsOf(bytes, operation)
  if (!dn || !all) throw new BerError('An entry has no name')
  const attributes = new Map<string, Buffer[]>()
  const names: string[] = []
  let size = 0
  const bounded = () => {
    if (++size > parserLimits.ldapEntryValues) throw new BerError('An entry has more than 100,000 values')
  }
  const [each, within, value] = [new BerCursor(bytes, all), new BerCursor(bytes), new BerCursor(bytes)]
  while (each.next()) {
    bounded()
    within.enter(each)
    if (!within.next()) throw new BerError('An attribute has no name')
    const name = berText(bytes, within)
    if (!within.next()) throw new BerError('An attribute has no name')
    value.enter(within)
    const values: Buffer[] = []
    while (value.next()) {
      bounded()
      values.push(bytes.subarray(value.from, value.to))
    }
    names.push(name)
    attributes.set(name.toLowerCase(), values)
  }
  return { dn: berText(bytes, dn), names, attributes, size }
}

function cookieIn(bytes: Buffer, controls: BerValue): Buffer | undefined {
  for (const control of partsOf(bytes, controls)) {
    const [type, ...more] = partsOf(bytes, control)
    const value = more.at(-1)
    if (!type || berText(bytes, type) !== paged || value?.tag !== 0x04) continue
    const [, cookie] = partsOf(bytes, partAt(bytes, value.from, value.to))
    if (cookie && cookie.to > cookie.from) return Buffer.from(bytes.subarray(cookie.from, cookie.to))
  }
  return undefined
}
