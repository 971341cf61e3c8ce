import { expect, test } from 'vitest'
import { references } from './references.ts'

const now = new Date('2026-01-01T12:00:00Z')
const endsAt = new Date('2026-01-01T12:10:00Z')
const { sign, read } = references(Buffer.alloc(32, 1))
const payload = Buffer.from('a session')

test('a reference is read as often as it is sent, until it ends, and only as its own kind', () => {
  for (const kind of ['access', 'refresh'] as const) {
    const text = sign(kind, payload, endsAt)
    for (let time = 0; time < 2; time++) expect(read(kind, text, now)).toEqual(payload)
    expect(read('support', text, now)).toBeUndefined()
    expect(read(kind, text, endsAt)).toBeUndefined()
    expect(read(kind, text, now)).toEqual(payload)
  }
})

test('an altered reference is refused, also after the right one was read', () => {
  const text = sign('access', payload, endsAt)
  expect(read('access', text, now)).toEqual(payload)
  for (let at = 0; at < text.length; at++) {
    const altered = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
    // The last character can have bits that are not used
    if (Buffer.from(altered, 'base64url').equals(Buffer.from(text, 'base64url'))) continue
    expect(read('access', altered, now)).toBeUndefined()
  }
  expect(references(Buffer.alloc(32, 2)).read('access', text, now)).toBeUndefined()
})
