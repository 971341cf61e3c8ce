import { expect, test } from 'vitest'
import { maskSecrets, maskedUrl } from './mask.ts'

const urn = 'urn:ietf:params:scim:schemas:extension:claviger:2.0:User'
const ways: object[] = [
  { [urn]: { cardPin: '4711', cardId: '4711' } },
  { [`${urn}:cardPin`]: '4711' },
  { Operations: [{ op: 'add', path: `${urn}:cardPin`, value: '4711' }] },
  { Operations: [{ op: 'add', Path: `${urn}:cardId`, Value: [{ value: '4711' }] }] },
  { Operations: [{ op: 'add', value: { [urn]: { cardPin: '4711' } } }] },
  { Operations: [{ op: 'remove', path: `${urn}[cardPin eq "4711"]` }] },
  { Operations: [{ op: 'remove', path: `${urn}[cardPin eq "4711` }] },
]

test.each(ways)('masks the secret in %j', body => {
  expect(JSON.stringify(maskSecrets(body))).not.toContain('4711')
})

test('keeps non-secret values unchanged, and masks secrets in URLs', () => {
  const body = { Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'a@b.example' }] }
  expect(maskSecrets(body)).toEqual(body)
  expect(maskedUrl('/api/scim/v2/Users?filter=userName eq "a"')).toContain('userName')
  expect(maskedUrl('/api/scim/v2/Users?filter=urn:x:User:cardPin eq "4711"')).not.toContain('4711')
})

const base = 'extraattribute2'
test.each([
  { [urn]: { extraAttribute2: '4711' } },
  { [`${urn}:ExtraAttribute2`]: 4711 },
  { Operations: [{ op: 'add', path: `${urn}:extraAttribute2`, value: '4711' }] },
  { Operations: [{ op: 'add', path: urn, value: { extraAttribute2: '4711' } }] },
])('masks a value of an attribute that became secret in %j', body => {
  expect(JSON.stringify(maskSecrets(body, new Set([base])))).not.toContain('4711')
  expect(JSON.stringify(maskSecrets(body))).toContain('4711')
})

test('hides the query of a URL that filters by an attribute that became secret', () => {
  const url = `/api/scim/v2/Users?filter=${encodeURIComponent(`${urn}:extraAttribute2 eq "4711"`)}`
  expect(maskedUrl(url, new Set([base]))).toBe('/api/scim/v2/Users?(hidden)')
  expect(maskedUrl(url)).toBe(url)
})
