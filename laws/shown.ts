import { basename } from 'node:path'
import { selfService } from '@claviger/contract/access/self-service'
import { messages } from '@claviger/contract/ground/messages'
import { problems } from '@claviger/contract/ground/problems'
import { isTest, sources } from './files.ts'
import { type Found, textsOf, visibleIn } from './texts.ts'

const own = (folder: string) => sources([folder], /\.tsx?$/).filter(file => !isTest(file.path))
// The card page speaks more languages than the rest, by catalogues of its own
const cardPage = /^console\/src\/features\/access\/self-service\//
export const inConsole = own('console/src').filter(file => !cardPage.test(file.path))
export const onCardPage = own('console/src').filter(file => cardPage.test(file.path))
const inContract = own('contract/src')
const inServer = own('server/src').filter(file => !/^server\/src\/(?:demo|admin)/.test(file.path))
// Tables whose texts are said where they are drawn, and not marked one by one
const drawn = /^console\/src\/(?:routes.*\.tsx|features\/oversight\/activity\/fields\.ts)$/
// What a ceremony found stands in the log as the reason of a refusal
const reasons = /^server\/src\/features\/keys\/(?:ceremony\/(?!.*roots)|credentials\/assertion)/
const unseen = { functions: ['Error', 'filled', 'regex'], properties: ['summary', 'summaries', 'silent'] }
const wire = /^(?:languages|wording|endpoint|page|authenticators)\.ts$/
// Applications and their fields bear the names that their makers gave them
const ofMakers = /^contract\/src\/apps\/catalogue\//

/** Every text of console, contract and server that a reader may see, with where it stands. */
export const shown: readonly Found[] = [
  ...inConsole.flatMap(file => textsOf(file, { functions: ['t', 'msg'], properties: [] })),
  ...inConsole
    .filter(file => drawn.test(file.path))
    .flatMap(file => textsOf(file, { functions: [], properties: ['crumb', 'label', 'group'] })),
  ...inConsole
    .filter(file => file.path.endsWith('activity/fields.ts'))
    .flatMap(file => visibleIn(file, { functions: ['t'], properties: [] })),
  // Models of keys bear names of their makers
  ...inContract
    .filter(file => !wire.test(basename(file.path)) && !ofMakers.test(file.path))
    .flatMap(file => visibleIn(file, unseen)),
  ...inContract.flatMap(file => textsOf(file, { functions: ['filled'], properties: [] })),
  ...inContract
    .filter(file => file.path.endsWith('.words.ts'))
    .flatMap(file => textsOf(file, { functions: [], properties: ['label', 'did', 'failed'] })),
  ...inServer.flatMap(file =>
    textsOf(file, {
      functions: ['say', 'unsaid', 'msg', '2 problem', '2 Problem'],
      properties: ['message', 'says', 'subject', 'footer', 'guard', 'notYou'],
    }),
  ),
  ...inServer.filter(file => reasons.test(file.path)).flatMap(file => visibleIn(file, unseen)),
].filter(({ text }) => /\p{L}/u.test(text))

// What any call may be refused with at the card page, beside its own
const anyRefusal = ['invalid-input', 'not-signed-in', 'session-ended', 'unexpected'] as const
const refusals = new Set(Object.values(selfService.calls).flatMap(call => [...call.fails, ...anyRefusal]))
/** Those of the card page. */
export const shownOnCardPage: readonly Found[] = [
  ...onCardPage.flatMap(file => textsOf(file, { functions: ['t', 'msg'], properties: [] })),
  ...[...refusals].map(code => ({ path: code, line: 0, text: problems[code].says })),
  ...Object.entries(messages)
    .filter(([id]) => id.startsWith('pin-checklist.'))
    .map(([id, text]) => ({ path: id, line: 0, text })),
].filter(({ text }) => /\p{L}/u.test(text))
