import { messages } from '@claviger/contract/platform/messages'
import { isTest, sources } from './files.ts'
import { law } from './law.ts'
import { shownTexts, textsOnCardPage } from './shown.ts'
import { type FoundText, textsOf } from './texts.ts'

/** Words that make product text hard to read, each with what to write instead. */
const plainWords: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bwho(?:m|so)?ever\b/i, 'name the user: “users who …”, “anyone who …”'],
  [/\b(?:some|no)body\b/i, 'name the user, or “no users”'],
  [/\bwhom\b/i, 'name the user'],
  [/\banew\b/i, 'again'],
  [/\b(?:of|by) then\b/i, 'name the time'],
  [/\bfrom then on\b/i, 'after that'],
  [/\bat once\b/i, 'immediately, or “at the same time”'],
  [/\bcomes last\b/i, 'is last'],
  [/\b(?:is|are) over\b/i, 'expired, or ended'],
  [/\bways? (?:in|to sign in|back)\b/i, 'sign-in method, or account recovery'],
  [/\b(?:there|here)by\b/i, 'leave it out'],
  [/\bin vain\b/i, 'without a result'],
  [/\b(?:beneath|beside)\b/i, 'below, or next to'],
  [/\b(?:is|are|was|were|be) told\b/i, 'is notified, or receives'],
  [/\bstands? (?:here|there|above|before)\b/i, 'is, or “has a higher role”'],
  [/\b(?:is|are|was|were) let in\b/i, 'can sign in'],
  [/\bof rank\b/i, 'with a role'],
  [/\bthe brake\b/i, 'the safety threshold'],
  [/\b(?:take|taken|took) (?:it |them )?back\b/i, 'undo'],
  [/\bset anew\b/i, 'reset'],
  [/\bany more\b/i, 'no longer'],
  [/(?<!\{)\bmailed\b/i, 'emailed, or sent by email'],
  [/\b(?:good|no good) (?:for|until)\b/i, 'valid for, or valid until'],
]

const fixed = new Set<string>(Object.values(messages))
const contract = sources(['contract/src'], /\.ts$/).filter(({ path }) => !isTest(path))
const summaries = contract.flatMap(file => textsOf(file, { functions: [], properties: ['summary', 'silent'] }))

function hardWordIn({ text, path, line }: FoundText): string | false {
  const found = plainWords.find(([word]) => word.test(text))
  return found !== undefined && `“${found[0].exec(text)?.[0]}” in “${text}” of ${path}:${line}: ${found[1]}`
}

law('product text is plain English', {
  because: 'Administrators make mistakes when they have to read a sentence twice.',
  over: [...shownTexts, ...textsOnCardPage, ...summaries].filter(({ text }) => !fixed.has(text)),
  guilty: hardWordIn,
  bites: { text: 'Whoever has the code may go on', path: 'a.tsx', line: 1 },
  passes: { text: 'Users who have the code can continue', path: 'a.tsx', line: 1 },
})

const migrationComments = sources(['server/migrations'], /\.sql$/).flatMap(({ path, text }) =>
  text.split('\n').flatMap((line, at) => {
    const comment = /^[^']*?(--.*)$/.exec(line)?.[1]
    return comment === undefined ? [] : [{ text: comment, path, line: at + 1 }]
  }),
)

law('a comment of a migration is plain English', {
  because: 'Released migrations stay as they are, so a comment that must be read twice is read twice for years.',
  over: migrationComments,
  guilty: hardWordIn,
  bites: { text: '-- Whoever changes it waits', path: 'x.sql', line: 1 },
  passes: { text: '-- A transaction that changes it waits', path: 'x.sql', line: 1 },
})
