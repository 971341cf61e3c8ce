import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, root, sources } from './files.ts'
import { law } from './law.ts'

const listed = [...readFileSync(join(root, 'docs/rules.md'), 'utf8').matchAll(/\| R(\d+)–R(\d+) \|/g)].flatMap(
  ([, first, last]) => Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at),
)

const tests = sources(['contract/src', 'console/src', 'server', 'e2e', 'extension/src', 'reader/src'])
  .filter(({ path }) => isTest(path))
  .map(({ text }) => text)

/** Rules that tests name in a title or a comment. */
const named = (texts: readonly string[]) =>
  new Set(
    texts.flatMap(text =>
      [...text.matchAll(/(?:\/\/|['"`]).*/g)].flatMap(([line]) =>
        [...line.matchAll(/\bR(\d{1,3})\b(?:–R(\d{1,3})\b)?/g)].flatMap(([, first, last = first]) =>
          Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at),
        ),
      ),
    ),
  )

const proven = named(tests)

law('the list of rules has every number from 1 to 204 once', {
  because: 'A rule that is missing in docs/rules.md would need no test.',
  over: [listed],
  guilty: rules => rules.join() !== Array.from({ length: 204 }, (_, at) => at + 1).join() && 'docs/rules.md',
  bites: [1, 2, 4],
  passes: Array.from({ length: 204 }, (_, at) => at + 1),
})

law('every rule of the specification is named by a test', {
  because: 'A rule without a test can be broken unnoticed.',
  over: listed.map(rule => ({ rule, by: proven })),
  guilty: ({ rule, by }) => !by.has(rule) && `R${rule} is named by no test`,
  bites: { rule: 7, by: named(["test('the link says nothing (R6–R6, R8)', () => {})", 'const R7 = 7']) },
  passes: { rule: 7, by: named(["test('the link says nothing (R6–R8)', () => {})"]) },
})
