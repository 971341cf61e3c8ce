import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countryOf, openCountries } from './evaluator.countries.ts'

const said: unknown[] = []
const log = { warn: (...words: unknown[]) => void said.push(words) }

test('public addresses have a country, also IPv4-mapped ones; private and invalid addresses have none', () => {
  expect(openCountries({}, log)).toEqual({ asOf: expect.any(Date), fault: null })
  expect(['8.8.8.8', '193.99.144.80', '::ffff:193.99.144.80', '2a02:2e0:3fe:1001:302::'].map(countryOf)).toEqual([
    'US',
    'DE',
    'DE',
    'DE',
  ])
  const none = [
    '10.2.3.4',
    '127.0.0.1',
    '192.168.1.1',
    '100.64.1.1',
    'fe80::1',
    'fc00::1',
    '::1',
    '192.0.2.7',
    'PC-12',
    '',
  ]
  expect(none.map(countryOf)).toEqual(none.map(() => null))
})

test('reports a missing or broken file, and finds no countries', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-countries-'))
  try {
    const broken = join(folder, 'broken.mmdb')
    await writeFile(broken, 'nothing of the kind')
    for (const countryFile of [broken, join(folder, 'missing.mmdb')]) {
      said.length = 0
      expect(openCountries({ countryFile }, log)).toEqual({ asOf: null, fault: expect.any(String) })
      expect(said).toEqual([
        [expect.objectContaining({ file: countryFile }), expect.stringContaining('cannot be read')],
      ])
      expect(countryOf('8.8.8.8')).toBeNull()
    }
  } finally {
    openCountries({}, log)
    await rm(folder, { recursive: true, force: true })
  }
})
