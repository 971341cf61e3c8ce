import type { Endpoint } from '@claviger/contract/ground/endpoint'
import { endpoints } from './contract.ts'
import { isTest, sources } from './files.ts'
import { law } from './law.ts'

const rooms = sources(['server/src/features'], /\.ts$/).filter(file => !isTest(file.path))

/** Bodies of all functions of the rooms, by name; a name used twice keeps both. */
const bodies = new Map<string, string[]>()
for (const file of rooms) {
  const parts = file.text.split(/\n(?=(?:export )?(?:async )?function\*? |(?:export )?const )/)
  for (const part of parts) {
    const name = /^(?:export )?(?:async )?(?:function\*? |const )(\w+)/.exec(part)?.[1]
    if (name) bodies.set(name, [...(bodies.get(name) ?? []), part])
  }
}

function records(name: string, seen = new Set<string>()): boolean {
  if (seen.has(name)) return false
  seen.add(name)
  return (bodies.get(name) ?? []).some(body => {
    if (/\brecord(ed)?\(/.test(body)) return true
    return [...new Set(body.match(/\b\w+(?=\()/g) ?? [])].some(
      called => called !== name && bodies.has(called) && records(called, seen),
    )
  })
}

/** Which function answers a call, from the routes of its room. */
function handlerOf(endpoint: Endpoint): string | undefined {
  for (const file of rooms.filter(one => one.path.endsWith('.routes.ts'))) {
    const bound = /bind\((\w+),\s*\{([\s\S]*)\}\s*\)/.exec(file.text)
    if (
      !bound ||
      !new RegExp(
        `import \\{[^}]*\\b${bound[1]}\\b[^}]*\\} from '@claviger/contract/[\\w/-]*${endpoint.feature}'`,
      ).test(file.text)
    )
      continue
    const found = new RegExp(`\\b${endpoint.call}(?:\\s*:\\s*(?:outside\\()?(\\w+))?\\s*[,)}\\n]`).exec(bound[2] ?? '')
    if (found) return found[1] ?? endpoint.call
  }
  return undefined
}

// Nothing has changed yet when these answer; what they lead to is recorded
const excused = new Set([
  'groups.lookup',
  'groups.previewRule',
  'account.changeContact',
  'workspaces.checkId',
  'registration.completeSteps',
  'bulk-runs.preview',
  'user-import.upload',
  'user-import.removeByCsv',
  'user-import.map',
  'user-import.discard',
  'card-import.upload',
  'card-import.uploadTags',
  'card-import.map',
  'card-import.discard',
  'access-keys.status',
  'reader-settings.tryOut',
  'self-service-pages.preview',
  'self-service-of-workspaces.preview',
])

const writes = (await endpoints()).filter(
  e => e.method !== 'GET' && (e.may === 'self' || e.may.includes('.')) && !excused.has(`${e.feature}.${e.call}`),
)
const cases = writes.map(endpoint => ({ name: `${endpoint.feature}.${endpoint.call}`, handler: handlerOf(endpoint) }))

law('every change leaves a line in the activity log', {
  because: 'What nobody can see afterwards cannot be explained to those it happened to.',
  over: cases,
  guilty: one =>
    one.handler === undefined
      ? `${one.name}: no function found`
      : !records(one.handler) && `${one.name}: ${one.handler} records nothing`,
  bites: { name: 'made.up', handler: 'iconAddress' },
  passes: { name: 'sessions.end', handler: 'endSession' },
})
