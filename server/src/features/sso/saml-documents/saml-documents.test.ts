import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { ExclusiveCanonicalization } from 'xml-crypto'
import { makeCertificate } from '#platform/secrets/certificate.ts'
import { message, responseWith, type Statement, statusOf } from './saml-documents.response.ts'
import { SamlError } from './saml-documents.unacceptable.ts'
import { canonicalOf } from './canonical.ts'
import { element, textElement } from './element.ts'
import { childOf, messageBounds, metadataBounds, readXml, textOf } from './saml-documents.read.ts'
import { ns } from './saml-documents.names.ts'
import type { SamlSigner } from './saml-documents.sign.ts'
import { spMetadataOf } from './saml-documents.sp-metadata.ts'
import { mustBeSigned } from './saml-documents.verify.ts'

const strange = ['&', '<', '>', '"', "'", '\r', '\n', '\t', ' ', 'é', '漢', '😀', '\u0000', '\uD800', ']]>', '']
/** Deterministic pseudo-random numbers, so that failures are reproducible. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state
  }
}

function madeUp(from: Generator<number>, depth = 0): string {
  const next = (below: number) => (from.next().value as number) % below
  const words = () => Array.from({ length: next(4) }, () => strange[next(strange.length)] ?? '').join('')
  const prefix = ['a', 'b', 'c'][next(3)] ?? 'a'
  const attributes = Object.fromEntries(Array.from({ length: next(4) }, (_one, n) => [`x${n}`, words()]))
  const inside =
    depth > 3 ? [] : Array.from({ length: next(4) }, () => (next(2) ? textElement(words()) : madeUp(from, depth + 1)))
  return element(`${prefix}:one`, { [`xmlns:${prefix}`]: `urn:${prefix}`, ...attributes }, ...inside)
}

const read = (xml: string) => readXml(Buffer.from(xml), messageBounds)
const reasonOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof SamlError) return error.reason
    throw error
  }
  return undefined
}
const exclusive = new ExclusiveCanonicalization()

describe('canonical form', () => {
  test('of generated documents matches the output of another implementation', () => {
    const from = numbers(15)
    for (let n = 0; n < 300; n++) {
      const root = read(madeUp(from))
      expect(canonicalOf(root)).toBe(exclusive.process(root, {}))
    }
  })

  test('equals the builder output where each prefix is declared once', async () => {
    const at = new Date('2026-01-02T03:04:05Z')
    const written = await message(
      'Response',
      { id: '_a1', issuer: 'https://a.example/?a=1&b="2"', at, to: 'https://b.example/<x>', inResponseTo: '_r' },
      statusOf('urn:x', 'urn:y') +
        element('saml:Assertion', { 'xmlns:saml': 'urn:s', ID: 'x\r\n\t"' }, textElement('a\r<é>&漢')),
      undefined,
    )
    expect(canonicalOf(read(written))).toBe(written)
    const root = read(written)
    expect(exclusive.process(root, {})).toBe(written)
  })

  test('keeps prefixes in scope, sorts attributes by namespace, and omits unused prefixes', () => {
    const root = read(
      '<a:x xmlns:a="urn:a" xmlns:b="urn:b" xmlns="urn:d" z="1" b:k="2" a="3"><y/><b:y xmlns:b="urn:other"/></a:x>',
    )
    expect(canonicalOf(root)).toBe(
      '<a:x xmlns:a="urn:a" xmlns:b="urn:b" a="3" z="1" b:k="2"><y xmlns="urn:d"></y><b:y xmlns:b="urn:other"></b:y></a:x>',
    )
    expect(canonicalOf(childOf(root, 'urn:d', 'y') ?? root, undefined, ['a'])).toBe(
      '<y xmlns="urn:d" xmlns:a="urn:a"></y>',
    )
  })
})

describe('an untrusted document', () => {
  test.each([
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'document-entities'],
    ['<!DOCTYPE a><a/>', 'document-declarations'],
    ['<a>&x;</a>', 'document-entities'],
    ['<a><![CDATA[x]]></a>', 'document-declarations'],
    ['<a>x<!-- y -->z</a>', 'document-declarations'],
    ['<a><?x y?></a>', 'document-declarations'],
    ['<a', 'document-broken'],
    ['<a></b>', 'document-broken'],
    ['<a/><b/>', 'document-broken'],
    ['<a x="1" x="2"/>', 'document-broken'],
    ['', 'document-broken'],
    ['<a>'.repeat(40) + '</a>'.repeat(40), 'document-too-large'],
    [`<a>${'<b/>'.repeat(600)}</a>`, 'document-too-large'],
    [`<a>${'x'.repeat(70_000)}</a>`, 'document-too-large'],
    ['<?xml version="1.0" encoding="UTF-16"?><a/>', 'document-encoding'],
  ])('%.40s is refused', (xml, reason) => {
    expect(reasonOf(() => read(xml))).toBe(reason)
  })

  test('is refused with its reason by a worker, too', async () => {
    const bytes = Buffer.from(`<a>${'x'.repeat(20_000)}</a>`)
    await expect(spMetadataOf(bytes, [], new Date())).rejects.toThrow(new SamlError('metadata-kind'))
  })

  test('is refused quickly at any size', () => {
    const began = performance.now()
    for (const part of ['<', '<a ', '&', '"', '<!--', '<a b="'])
      expect(reasonOf(() => readXml(Buffer.from(part.repeat(400_000 / part.length)), metadataBounds))).toBeDefined()
    expect(performance.now() - began).toBeLessThan(1000)
  })

  test('can contain comments as metadata, but not in values', () => {
    const root = readXml(Buffer.from('<a><!-- > < --><b>x<!-- y -->z</b></a>'), metadataBounds)
    expect(reasonOf(() => textOf(childOf(root, null as unknown as string, 'b') ?? root))).toBe('document-value')
  })
})

describe('a signature', () => {
  let by: SamlSigner
  let certificate: X509Certificate
  const at = new Date('2026-01-02T03:04:05Z')
  const statement: Statement = {
    responseId: '_response',
    assertionId: '_assertion',
    issuer: 'https://us.example',
    at,
    until: new Date('2026-01-02T03:09:05Z'),
    acs: 'https://app.example/acs',
    audience: 'https://app.example',
    inResponseTo: '_request',
    nameId: { format: 'urn:f', value: 'x & <y> "z" \r é 漢' },
    sessionIndex: '_1',
    signedInAt: at,
    context: 'urn:c',
    attributes: { mail: 'a@b.example', groups: ['A & B', 'C "\r\t"'] },
  }

  beforeAll(async () => {
    const made = await makeCertificate('Tëst & Co', at, new Date('2056-01-01T00:00:00Z'))
    certificate = new X509Certificate(made.certificate)
    by = {
      key: createPrivateKey({ key: made.privateKey, format: 'der', type: 'pkcs8' }),
      certificate: made.certificate.toString('base64'),
    }
  })

  test('comes with a self-signed certificate', () => {
    expect(certificate.subject).toBe('CN=Tëst & Co')
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect([certificate.ca, certificate.validFromDate, certificate.validToDate.getUTCFullYear()]).toEqual([
      false,
      at,
      2056,
    ])
  })

  test('is valid only over the whole document', async () => {
    const xml = await responseWith(statement, { sign: 'response', encryptTo: undefined }, by)
    const holds = (changed: string, keys = [certificate.publicKey]) => reasonOf(() => mustBeSigned(read(changed), keys))
    expect(holds(xml)).toBeUndefined()
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
    expect(holds(xml, [other])).toBe('signature-key')
    expect(holds(xml, [])).toBe('signature-key')
    expect(holds(xml.replace('a@b.example', 'x@b.example'))).toBe('signature-digest')
    expect(holds(xml.replace(/<ds:Signature.*<\/ds:Signature>/, ''))).toBe('signature-missing')
    const [signature = ''] = /<ds:Signature.*<\/ds:Signature>/.exec(xml) ?? []
    expect(holds(xml.replace('<samlp:Status>', `${signature}<samlp:Status>`))).toBe('signature-several')
    expect(holds(xml.replace(signature, '').replace('</saml:Subject>', `</saml:Subject>${signature}`))).toBe(
      'signature-place',
    )
    const evil = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_evil">${signature.replace('#_response', '#_evil')}${xml}</samlp:Response>`
    expect(holds(evil)).toBe('signature-several')
    expect(holds(evil.replace(xml, xml.replace(signature, '')))).toBe('signature-digest')
    const kept = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_evil">${signature}${xml.replace(signature, '')}</samlp:Response>`
    expect(holds(kept)).toBe('signature-reference')
    expect(holds(kept.replace('ID="_evil"', 'ID="_response"'))).toBe('signature-reference')
    expect(holds(xml.replace('xmldsig-more#rsa-sha256', 'xmldsig#rsa-sha1'))).toBe('signature-method')
    expect(holds(xml.replace('xmlenc#sha256', 'xmldsig#sha1'))).toBe('signature-method')
    expect(holds(xml.replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'constructor'))).toBe(
      'signature-method',
    )
    expect(holds(xml.replace('#enveloped-signature', '#base64'))).toBe('signature-transforms')
    expect(holds(xml.replace(/<ds:Reference .*<\/ds:Reference>/, '$&$&'))).toBe('signature-reference')
  })

  const hasXmlsec = spawnSync('xmlsec1', ['--version']).status === 0
  function xmlsec(xml: string, ...how: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'claviger-xmlsec-'))
    try {
      const [file, pem, key] = ['a.xml', 'a.pem', 'a.key'].map(name => join(folder, name)) as [string, string, string]
      writeFileSync(file, xml)
      writeFileSync(pem, certificate.toString())
      writeFileSync(key, by.key.export({ type: 'pkcs8', format: 'pem' }))
      const known = { pem, key } as Record<string, string>
      const { status, stdout } = spawnSync('xmlsec1', [...how.map(one => known[one] ?? one), file])
      return { holds: status === 0, text: stdout.toString() }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const verify = (xml: string, of: 'Response' | 'Assertion') => {
    const name = of === 'Response' ? `${ns.protocol}:Response` : `${ns.assertion}:Assertion`
    const place = `//*[local-name()='${of}']/*[local-name()='Signature']`
    return xmlsec(xml, '--verify', '--pubkey-cert-pem', 'pem', '--id-attr:ID', name, '--node-xpath', place).holds
  }

  test.skipIf(!hasXmlsec)('is valid for xmlsec1, which also decrypts encrypted content', async () => {
    const xml = await responseWith(statement, { sign: 'both', encryptTo: undefined }, by)
    expect([verify(xml, 'Response'), verify(xml, 'Assertion')]).toEqual([true, true])
    const changed = xml.replace('a@b.example', 'x@b.example')
    expect([verify(changed, 'Response'), verify(changed, 'Assertion')]).toEqual([false, false])
    const hidden = await responseWith(statement, { sign: 'both', encryptTo: certificate.publicKey }, by)
    expect(verify(hidden, 'Response')).toBe(true)
    expect(hidden).not.toContain('a@b.example')
    const { holds, text: shown } = xmlsec(hidden, '--decrypt', '--privkey-pem', 'key')
    expect(holds).toBe(true)
    expect(shown).toContain('a@b.example')
  })
})
