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

law('a file can be read in one sitting', {
  because: 'Past 400 lines a file is two files.',
  over: files.filter(file => !file.path.endsWith('db.types.ts')),
  guilty: file => file.lines > 400 && `${file.path} has ${file.lines} lines`,
  bites: { path: 'a.ts', lines: 401 },
  passes: { path: 'a.ts', lines: 400 },
})

law('a room has few doors', {
  because: 'Past twelve files a folder is two rooms.',
  over: [
    ...Map.groupBy(
      files.filter(file => !isTest(file.path)),
      file => dirname(file.path),
    ),
  ].map(([path, inside]) => ({ path, count: inside.length })),
  guilty: folder => folder.count > 12 && `${folder.path} holds ${folder.count} files`,
  bites: { path: 'a', count: 13 },
  passes: { path: 'a', count: 12 },
})

law('names say what a thing is', {
  because: 'utils, helpers, managers and index files hide what they hold.',
  over: files.map(file => file.path),
  guilty: path => /(^|[/.-])(utils?|helpers?|manager|(?<!self-)service|index)\.(ts|tsx)$/.test(path) && path,
  bites: 'server/src/utils.ts',
  passes: 'server/src/ground/page.ts',
})

test('the median file has fewer than 80 lines', () => {
  const sorted = files.map(file => file.lines).toSorted((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(80)
})
