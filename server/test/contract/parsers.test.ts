// Untrusted input must not block the event loop: parsers on the main thread, at their limits,
// compute for less than 50 ms. Larger documents go to a worker (isolated-parser.ts), and CSV is read in turns (turns.test.ts).
import { expect, test } from 'vitest'
import { parse as parseMetadata } from '../../src/features/connect/identity-providers/metadata.parse.ts'
import { parserLimits } from '../../src/platform/parsing/parser-limits.ts'
import { readAnswer } from '../../src/features/directories/ldap/wire/ldap-messages.ts'
import { readJson } from '../../src/http/text-gate.ts'

/** CPU time, because the machine may be busy; the shortest of three runs, because of garbage collection. */
function computing(parse: () => unknown): number {
  const once = () => {
    const before = process.threadCpuUsage()
    try {
      parse()
    } catch {
      // A refusal takes time, too
    }
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  return Math.min(once(), once(), once())
}

const part = (tag: number, content: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([Buffer.of(tag, 0x84), length, content])
}
/** A directory entry with the maximum number of empty values. */
function ldapEntry(): Buffer {
  const values = part(0x31, Buffer.alloc((parserLimits.ldapEntryValues - 1) * 2, Buffer.of(4, 0)))
  const attributes = part(0x30, part(0x30, Buffer.concat([part(0x04, Buffer.from('member')), values])))
  const entry = part(0x64, Buffer.concat([part(0x04, Buffer.from('cn=one')), attributes]))
  return part(0x30, Buffer.concat([Buffer.of(0x02, 0x01, 1), entry]))
}

const ldap = ldapEntry()
const megabyte = 1024 * 1024
const filled = (begin: string, piece: string, end: string, size: number) =>
  begin + piece.repeat(Math.floor((size - begin.length - end.length) / piece.length)) + end
const namespace = 'urn:oasis:names:tc:SAML:2.0:metadata'

test.each([
  ['JSON with many objects', () => readJson(Buffer.from(filled('[', '{"a":1},', '0]', megabyte)))],
  ['JSON with one long string', () => readJson(Buffer.from(filled('"', 'é', '"', megabyte)))],
  ['an LDAP entry with many values', () => readAnswer(ldap)],
  [
    'XML with many elements',
    () =>
      parseMetadata({
        text: filled(`<EntityDescriptor xmlns="${namespace}">`, '<a/>', '</EntityDescriptor>', 16 * 1024),
        now: new Date(),
      }),
  ],
])('%s is parsed or refused within 50 ms', (_what, parse) => {
  expect(computing(parse)).toBeLessThan(50)
})
