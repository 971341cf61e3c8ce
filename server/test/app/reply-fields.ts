// Records which fields of replies vary during a test run, for laws/replies.test.ts.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@claviger/contract/platform/endpoint'

/** One field in one test file: how often it was seen, and its value as long as it had only one. */
interface SeenField {
  field: string
  times: number
  value?: string
}

interface Field {
  times: number
  value: unknown
  isVaried: boolean
  readonly inner: Map<string, Field>
}

/** Folder of the records; only `npm test` sets it, because a part of the suite says nothing about a field. */
const folder = process.env['REPLY_FIELDS']

/** Names that are data, such as the IDs of a record's entries. */
const isData = /^[0-9a-f]{8}-|^\d|[^\w$-]/i
/** Number of list elements to record; more would slow the tests down. */
const mostOfList = 50

const newField = (): Field => ({ times: 0, value: undefined, isVaried: false, inner: new Map() })
const calls = newField()

function fieldIn({ inner }: Field, name: string): Field {
  let found = inner.get(name)
  if (found === undefined) {
    found = newField()
    inner.set(name, found)
  }
  return found
}

function note(field: Field, value: unknown): void {
  if (field.times === 0) field.value = value
  else if (field.value !== value) field.isVaried = true
  field.times++
}

function record(field: Field, value: unknown): void {
  if (Array.isArray(value)) {
    const elements = fieldIn(field, '[]')
    note(elements, value.length === 0 ? 'empty' : 'filled')
    for (const one of value.slice(0, mostOfList)) record(fieldIn(elements, ''), one)
  } else if (typeof value === 'object' && value !== null) {
    note(field, 'filled')
    for (const name in value) record(fieldIn(field, name), (value as Record<string, unknown>)[name])
  } else note(field, value)
}

export function recordReply({ method, path }: Endpoint, body: unknown): void {
  if (folder !== undefined) record(fieldIn(calls, `${method} ${path} `), body)
}

function linesOf(field: Field, path: string): SeenField[] {
  const { times, value, isVaried } = field
  const own =
    times === 0 ? [] : [{ field: path, times, ...(!isVaried && { value: JSON.stringify(value).slice(0, 100) }) }]
  const within = [...field.inner].flatMap(([name, inner]) =>
    linesOf(inner, name === '[]' || name === '' ? path + name : `${path}.${isData.test(name) ? '*' : name}`),
  )
  return [...own, ...within]
}

/** Appends what the finished test file has seen. */
export function writeReplyFields(): void {
  if (folder === undefined) return
  const lines = [...calls.inner].flatMap(([call, field]) => linesOf(field, call))
  calls.inner.clear()
  appendFileSync(join(folder, `${process.pid}.jsonl`), lines.map(line => `${JSON.stringify(line)}\n`).join(''))
}
