import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sources } from './files.ts'
import { law } from './law.ts'

const page = 'docs/security-asvs.md'
const row = /^\| V(\d+)\.(\d+)\.(\d+) \| ([12]) \| ([^|]+) \| (Yes|Partly|No|Not applicable) \| ([^|]+) \|$/gm

interface Requirement {
  id: string
  chapter: number
  /** How often the page has it. */
  times: number
  where: string
}

const found = [...readFileSync(join(root, page), 'utf8').matchAll(row)]
const ids = found.map(([, ...parts]) => parts.slice(0, 3).join('.'))
const requirements = found.map(([, chapter, , , , , , where = ''], place): Requirement => ({
  id: ids[place] ?? '',
  chapter: Number(chapter),
  times: ids.filter(id => id === ids[place]).length,
  where,
}))

law('a requirement of ASVS is listed once', {
  because: 'An auditor believes the worse of two answers.',
  over: requirements,
  guilty: ({ id, times }: Requirement) => times !== 1 && `${page} has V${id} ${times} times`,
  bites: { id: '1.1.1', chapter: 1, times: 2, where: '' },
  passes: { id: '1.1.1', chapter: 1, times: 1, where: '' },
})

/** How many requirements of levels 1 and 2 each chapter of version 5.0.0 has: 253 in all. */
const ofChapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

law('no requirement of ASVS is missing', {
  because: 'A missing row says nothing about whether the requirement is met.',
  over: ofChapters.map((many, place) => ({
    chapter: place + 1,
    many,
    has: new Set(requirements.filter(one => one.chapter === place + 1).map(one => one.id)).size,
  })),
  guilty: ({ chapter, many, has }) => has !== many && `chapter V${chapter} has ${has} of ${many} requirements`,
  bites: { chapter: 1, many: 27, has: 26 },
  passes: { chapter: 1, many: 27, has: 27 },
})

const folders = ['contract', 'server', 'console', 'e2e', 'laws', 'extension', 'reader', 'start', 'docs', 'deploy']
const files = sources(folders, /\.\w+$/).map(({ path }) => `/${path}`)
const exists = (name: string) => existsSync(join(root, name)) || files.some(path => path.endsWith(`/${name}`))
/** What looks like a file or folder; names of settings, headers, and functions do not. */
const names = (text: string) =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, name = '']) => name)
    .filter(name => /^[\w.-]+\.(ts|tsx|sql|md|yaml|json)$|^\w+(\/[\w.-]+)+$/.test(name))

law('a requirement of ASVS names files that exist', {
  because: "An auditor can't check a file that doesn't exist.",
  over: requirements,
  guilty: ({ id, where }: Requirement) => {
    const missing = names(where).find(name => !exists(name))
    return missing !== undefined && `V${id} names ${missing}`
  },
  bites: { id: '1.1.1', chapter: 1, times: 1, where: '`no-such-file.ts`' },
  passes: { id: '1.1.1', chapter: 1, times: 1, where: '`laws/law.ts`, `no-store`' },
})
