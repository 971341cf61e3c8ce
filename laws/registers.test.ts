import { importsOf, isTest, sources } from './files.ts'
import { law } from './law.ts'

const files = sources(['server/src', 'contract/src'], /\.ts$/).filter(file => !isTest(file.path))

/** Index files that must list all matching files, because unlisted ones are never loaded. */
const registers: readonly { list: string; names: RegExp; text?: RegExp }[] = [
  { list: 'server/src/modules.ts', names: /^server\/src\/features\/.*\.routes\.ts$/ },
  { list: 'server/src/jobs/long-works.ts', names: /^server\/src\/features\//, text: /= longWork[<(]/ },
  { list: 'contract/src/oversight/log-actions.ts', names: /\.messages\.ts$/, text: /= logged\(/ },
  { list: 'contract/src/platform/problems.ts', names: /\.messages\.ts$/, text: /= refusals\(/ },
]

const entries = registers.flatMap(({ list, names, text = /./ }) => {
  const listed = files.filter(file => file.path === list).flatMap(importsOf)
  return files
    .filter(file => names.test(file.path) && text.test(file.text))
    .map(({ path }) => ({ list, path, isListed: listed.some(({ to }) => to === path) }))
})

law('each list is complete', {
  because:
    "Calls, jobs, errors, and log actions that are missing from their list don't exist, without any error message.",
  over: entries,
  guilty: ({ list, path, isListed }) => !isListed && `${path} is missing in ${list}`,
  bites: { list: 'server/src/modules.ts', path: 'server/src/features/people/guests/guests.routes.ts', isListed: false },
  passes: { list: 'server/src/modules.ts', path: 'server/src/features/people/users/users.routes.ts', isListed: true },
})

const codes = files
  .filter(file => /= refusals\(/.test(file.text))
  .flatMap(file => [...file.text.matchAll(/^ {2}'?([\w-]+)'?: \{\s+status:/gm)].map(match => match[1] ?? ''))

law('an error code is declared once', {
  because: 'Of two errors with one code only the last is used, so a change to the other has no effect.',
  over: [codes],
  guilty: all => all.filter((code, place) => all.indexOf(code) !== place).join(', ') || false,
  bites: ['a-taken', 'a-taken'],
  passes: ['a-taken', 'b-taken'],
})
