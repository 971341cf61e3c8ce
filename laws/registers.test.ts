import { importsOf, isTest, sources } from './files.ts'
import { law } from './law.ts'

const files = sources(['server/src', 'contract/src'], /\.ts$/).filter(file => !isTest(file.path))

/** Which files a list has to name, so that what they hold is there at all. */
const registers: readonly { list: string; names: RegExp; text?: RegExp }[] = [
  { list: 'server/src/features.ts', names: /^server\/src\/features\/.*\.routes\.ts$/ },
  { list: 'server/src/jobs/long-works.ts', names: /^server\/src\/features\//, text: /= longWork[<(]/ },
  { list: 'contract/src/oversight/log-actions.ts', names: /\.log\.ts$/ },
]

const entries = registers.flatMap(({ list, names, text = /./ }) => {
  const taken = files.filter(file => file.path === list).flatMap(importsOf)
  return files
    .filter(file => names.test(file.path) && text.test(file.text))
    .map(({ path }) => ({ list, path, there: taken.some(({ to }) => to === path) }))
})

law('what a list must name it names', {
  because: 'Calls, kinds of work and words of the log that their list leaves out are not there, and nothing says so.',
  over: entries,
  guilty: ({ list, path, there }) => !there && `${list} lacks ${path}`,
  bites: { list: 'server/src/features.ts', path: 'server/src/features/people/guests/guests.routes.ts', there: false },
  passes: { list: 'server/src/features.ts', path: 'server/src/features/people/users/users.routes.ts', there: true },
})
