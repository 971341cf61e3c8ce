// Every parser limit is enforced: input at the limit is accepted, and one more is refused with a message that names it.
import { encode } from 'cborg'
import { expect, test } from 'vitest'
import { parseStrictly } from '../../src/features/access/external-sign-in/saml/strict-xml.ts'
import { reasonInWords } from '../../src/features/apps/attempts/attempt-reasons.ts'
import { readFilter as readLdapFilter } from '../../src/features/directories/ldap/ldap.filter.ts'
import { Frames } from '../../src/features/directories/ldap/wire/frames.ts'
import { readAnswer } from '../../src/features/directories/ldap/wire/ldap-messages.ts'
import { readFilter } from '../../src/features/directories/scim-documents/filter/filter-parser.ts'
import { wordsOf } from '../../src/features/directories/scim-documents/filter/filter-tokens.ts'
import { membersIn } from '../../src/features/directories/scim-documents/patch/member-patch.ts'
import { readOperations } from '../../src/features/directories/scim-documents/patch/operations.ts'
import { selectionOf } from '../../src/features/directories/scim-documents/protocol/selection.ts'
import { findPath } from '../../src/features/directories/scim-documents/resource/path.ts'
import { userType } from '../../src/features/directories/scim-documents/schemas/user-schema.ts'
import { messageInForm } from '../../src/features/sso/saml-documents/saml-documents.query.ts'
import { messageBounds, metadataBounds, readXml } from '../../src/features/sso/saml-documents/saml-documents.read.ts'
import { SamlError } from '../../src/features/sso/saml-documents/saml-documents.unacceptable.ts'
import { metadataWords } from '../../src/features/sso/saml/metadata/metadata-texts.ts'
import { mustBeShallow, readJson } from '../../src/http/text-gate.ts'
import { rowsOf } from '../../src/platform/csv/records.ts'
import { parse as parseRows } from '../../src/platform/csv/rows.parse.ts'
import { mapOf } from '../../src/platform/ctap/cbor.ts'
import { sayIn } from '../../src/platform/languages.ts'
import { parserLimits } from '../../src/platform/parsing/parser-limits.ts'

const nested = <T>(depth: number, wrap: (inside: T) => T, last: T): T => {
  let value = last
  for (let at = 0; at < depth; at++) value = wrap(value)
  return value
}
const times = (count: number, piece: string, between = '') => Array.from({ length: count }, () => piece).join(between)
const padded = (begin: string, end: string, size: number) => begin + 'a'.repeat(size - begin.length - end.length) + end

const part = (tag: number, content: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([Buffer.of(tag, 0x84), length, content])
}
const ldapEntry = (values: number) => {
  const set = part(0x31, Buffer.alloc((values - 1) * 2, Buffer.of(4, 0)))
  const attributes = part(0x30, part(0x30, Buffer.concat([part(0x04, Buffer.from('member')), set])))
  const entry = part(0x64, Buffer.concat([part(0x04, Buffer.from('cn=one')), attributes]))
  return part(0x30, Buffer.concat([Buffer.of(0x02, 0x01, 1), entry]))
}
const xml = (depth: number, elements: number) =>
  Buffer.from(`${'<a>'.repeat(depth)}${'<b/>'.repeat(elements - depth)}${'</a>'.repeat(depth)}`)

/** Parses input with exactly this many items. @throws if the parser refuses it */
const probes: Record<keyof typeof parserLimits, (count: number) => unknown> = {
  cborDepth: count => mapOf(encode(nested<unknown>(count, inside => new Map([[1, inside]]), 1))),
  csvCell: count => {
    const [row] = parseRows({ text: `${'a'.repeat(count)};b`, delimiter: ';', last: true }).rows
    if (row?.broken) throw new Error(row.broken)
  },
  csvRow: async count => {
    async function* texts() {
      // An open quotation mark: the row never ends
      yield await Promise.resolve(`"${'a'.repeat(count - 1)}`)
    }
    for await (const rows of rowsOf(texts(), { delimiter: ';' })) expect(rows.length).toBeGreaterThanOrEqual(0)
  },
  // The document itself is one level
  jsonDepth: count => mustBeShallow([nested<unknown>(count, inside => [inside], 1)]),
  // A bracket, and a comma between values
  jsonParts: count => readJson(Buffer.from(`[${times(count, '1', ',')}]`)),
  jsonNames: count => readJson(Buffer.from(`{${Array.from({ length: count }, (_, at) => `"name${at}":1`).join(',')}}`)),
  ldapFilterDepth: count => readLdapFilter(`${'(!'.repeat(count)}(a=b)${')'.repeat(count)}`),
  ldapFilterParts: count => readLdapFilter(`(|${times(count - 1, '(a=b)')})`),
  ldapMessageBytes: count => {
    const frames = new Frames()
    const head = Buffer.of(0x30, 0x84, 0, 0, 0, 0)
    head.writeUInt32BE(count - head.length, 2)
    frames.add(head)
    frames.next()
  },
  ldapEntryValues: count => readAnswer(ldapEntry(count)),
  samlMessageBytes: count => readXml(Buffer.from(padded('<a>', '</a>', count)), messageBounds),
  samlMessageElements: count => readXml(xml(1, count), messageBounds),
  samlMetadataBytes: count => readXml(Buffer.from(padded('<a>', '</a>', count)), metadataBounds),
  samlMetadataElements: count => readXml(xml(1, count), metadataBounds),
  samlDepth: count => readXml(xml(count, count), messageBounds),
  samlRelayState: count =>
    messageInForm(
      new URLSearchParams({
        SAMLRequest: Buffer.from('<a/>').toString('base64'),
        RelayState: 'r'.repeat(count),
      }).toString(),
    ),
  // A closing tag counts, too
  providerXmlTags: count => parseStrictly(`<a>${'<b/>'.repeat(count - 2)}</a>`),
  providerXmlDepth: count => parseStrictly(`${'<a>'.repeat(count)}${'</a>'.repeat(count)}`),
  scimFilterCharacters: count => wordsOf(padded('title eq "', '"', count)),
  scimFilterWords: count => wordsOf(times(count, 'a', ' ')),
  scimFilterDepth: count => wordsOf('('.repeat(count)),
  scimFilterNots: count => readFilter(times(count, 'not (title pr)', ' and ')),
  scimPathCharacters: count => findPath(userType, 'a'.repeat(count)),
  scimPatchOperations: count =>
    readOperations({ Operations: Array.from({ length: count }, () => ({ op: 'remove', path: 'title' })) }),
  scimMembers: count => membersIn(Array.from({ length: count }, () => '00000000-0000-4000-8000-000000000001')),
  scimAttributeListCharacters: count =>
    selectionOf(userType, 'title,'.repeat(count / 6) + 'a'.repeat(count % 6), undefined),
}

/** What the administrator of the application or the importer of the metadata reads. */
const saidBySaml = (error: SamlError, name: string) =>
  sayIn('en')(
    name.startsWith('samlMetadata')
      ? metadataWords(error)
      : reasonInWords('malformed', { problem: error.reason, ...error.details }, []),
  )

const thrownBy = async (work: () => unknown): Promise<Error> => {
  try {
    await work()
  } catch (error) {
    return error as Error
  }
  throw new Error('Nothing was refused')
}

test.each(Object.entries(probes))(
  '%s is the most that a parser reads, and the refusal names it',
  async (name, probe) => {
    const most = parserLimits[name as keyof typeof parserLimits]
    await probe(most)
    const error = await thrownBy(() => probe(most + 1))
    // CTAP has only status codes
    if (name === 'cborDepth') return expect(error).toMatchObject({ status: 'INVALID_CBOR' })
    const said = error instanceof SamlError ? saidBySaml(error, name) : error.message
    const written = [most, most.toLocaleString('en'), `${most / 1024 / 1024} MB`, `${most / 1_000_000} million`]
    expect(
      written.filter(one => new RegExp(String.raw`(?<!\d)${one}(?![\d,])`).test(said)),
      said,
    ).not.toEqual([])
  },
)
