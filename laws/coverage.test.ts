import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from './contract.ts'
import { root, sources } from './files.ts'
import { law } from './law.ts'

/** What is built, by the ids of the specification's lists of calls and screens. It may only grow. */
const built = JSON.parse(readFileSync(join(root, 'laws/built.json'), 'utf8')) as {
  calls: Record<string, string>
  screens: Record<string, string>
}

const all = await endpoints()
const offered = new Set(
  all.flatMap(endpoint => [endpoint.path, ...endpoint.aliases].map(path => `${endpoint.method} ${path}`)),
)
const promised = new Set(Object.values(built.calls))

law<[string, string]>('what was built stays built', {
  because: 'A call that somebody relies on does not go away unnoticed.',
  over: Object.entries(built.calls),
  guilty: ([id, address]) => !offered.has(address) && `${id}: ${address}`,
  bites: ['no.such', 'GET /no/such'],
  passes: Object.entries(built.calls)[0] as [string, string],
})

law('what the specification does not list says so', {
  because: 'Whoever reads the contract must tell our own additions from what was asked for.',
  over: all.map(endpoint => ({ address: `${endpoint.method} ${endpoint.path}`, summary: endpoint.summary })),
  guilty: call => !promised.has(call.address) && !call.summary.includes('own addition') && call.address,
  bites: { address: 'GET /no/such', summary: 'Something' },
  passes: { address: 'GET /no/such', summary: 'Something (own addition)' },
})

const screens = sources(['console/src'], /\.tsx?$/)
const exists = (file: string) => screens.some(source => source.path === `console/src/${file}`)

law<[string, string]>('screens that were built stay built', {
  because: 'A screen that somebody relies on does not go away unnoticed.',
  over: Object.entries(built.screens),
  guilty: ([id, file]) => !exists(file) && `${id}: ${file}`,
  bites: ['no.such', 'features/none/None.tsx'],
  passes: Object.entries(built.screens)[0] as [string, string],
})
