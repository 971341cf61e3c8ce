import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { isTest, sources } from './files.ts'
import { law } from './law.ts'

const files = sources(
  ['contract', 'server', 'console', 'e2e', 'laws', 'benchmarks', 'extension', 'reader', 'start'],
  /\.(ts|tsx|mjs|css)$/,
).map(file => ({
  path: file.path,
  lines: file.text.split('\n').length,
}))

law('a file has at most 400 lines', {
  because: 'A longer file is hard to read and has more than one purpose.',
  over: files.filter(file => !file.path.endsWith('db.types.ts')),
  guilty: file => file.lines > 400 && `${file.path} has ${file.lines} lines`,
  bites: { path: 'a.ts', lines: 401 },
  passes: { path: 'a.ts', lines: 400 },
})

const code = files.filter(file => !isTest(file.path))
const countBy = (of: (path: string) => string | undefined, among = code) =>
  [...Map.groupBy(among, file => of(file.path))].flatMap(([path, inside]) =>
    path === undefined ? [] : [{ path, count: inside.length }],
  )

law('a folder has at most 20 files', {
  because: 'In a larger folder, files are hard to find. A module group of the contract has one file per noun.',
  over: countBy(dirname).filter(folder => !/^contract\/src\/\w+$/.test(folder.path)),
  guilty: folder => folder.count > 20 && `${folder.path} has ${folder.count} files`,
  bites: { path: 'a', count: 21 },
  passes: { path: 'a', count: 20 },
})

/** Oversized modules with their maximum number of files; these numbers may only get smaller. */
const large = new Map([
  ['console/src/features/access/self-service', 84],
  ['console/src/features/access/self-service-settings', 54],
])

const moduleOf = (path: string) => /^\w+\/src\/features\/\w+\/[\w-]+(?=\/)/.exec(path)?.[0]

law('a module has at most 30 files', {
  because: 'A larger module has more than one purpose.',
  over: countBy(moduleOf),
  guilty({ path, count }) {
    const most = large.get(path)
    if (most !== undefined && count <= 30) return `${path} no longer needs an exception: remove it from the list`
    return count > (most ?? 30) && `${path} has ${count} files`
  },
  bites: { path: 'server/src/features/people/users', count: 31 },
  passes: { path: 'server/src/features/people/users', count: 30 },
})

law('a folder within a module has at least three files', {
  because: 'One or two files are easier to find next to the others.',
  over: countBy(path => (/^\w+\/src\/features\/\w+\/[\w-]+\/./.test(dirname(path)) ? dirname(path) : undefined), files),
  guilty: ({ path, count }) => count < 3 && `${path} has ${count} files`,
  bites: { path: 'server/src/features/people/users/many', count: 2 },
  passes: { path: 'server/src/features/people/users/many', count: 3 },
})

law('file names say what the file is for', {
  because: 'utils, helpers, managers, and index files say nothing about their content.',
  over: files.map(file => file.path),
  guilty: path => /(^|[/.-])(utils?|helpers?|manager|(?<!self-)service|index)\.(ts|tsx)$/.test(path) && path,
  bites: 'server/src/utils.ts',
  passes: 'server/src/platform/page.ts',
})

test('the median file has fewer than 80 lines', () => {
  const sorted = files.map(file => file.lines).toSorted((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(80)
})
