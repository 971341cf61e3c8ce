import { basename } from 'node:path'
import { selfService } from '@claviger/contract/access/self-service'
import { attendanceKiosk, kioskPrefix } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { messages } from '@claviger/contract/platform/messages'
import { problems } from '@claviger/contract/platform/problems'
import { isTest, sources } from './files.ts'
import { type FoundText, textsOf, visibleTextsIn } from './texts.ts'

const own = (folder: string) => sources([folder], /\.tsx?$/).filter(file => !isTest(file.path))
// The card page and the attendance kiosk support more languages, with catalogs of their own
const cardPage = /^console\/src\/(?:features\/access\/self-service|kiosk|platform\/light-page)\//
export const consoleFiles = own('console/src').filter(file => !cardPage.test(file.path))
export const cardPageFiles = own('console/src').filter(file => cardPage.test(file.path))
const inContract = own('contract/src')
const inServer = own('server/src').filter(file => !/^server\/src\/(?:demo|admin)/.test(file.path))
// Tables whose texts are translated when rendered, without individual markers
const drawn = /^console\/src\/(?:routes.*\.tsx|features\/oversight\/activity\/activity-fields\.ts)$/
// Results of passkey verification are logged as reasons of refusals
const reasons = /^server\/src\/features\/keys\/(?:ceremony\/(?!.*roots)|credentials\/passkey-assertion)/
const unseen = { functions: ['Error', 'fillText', 'regex'], properties: ['summary', 'summaries', 'silent'] }
const wire = /^(?:languages|wording|endpoint|page|authenticators)\.ts$/
// Presets keep the vendors' names of applications and fields
const ofMakers = /^contract\/src\/apps\/catalogue\//

/** All user-visible texts of console, contract, and server, with their locations. */
export const shownTexts: readonly FoundText[] = [
  ...consoleFiles.flatMap(file => textsOf(file, { functions: ['t', 'msg'], properties: [] })),
  ...consoleFiles
    .filter(file => drawn.test(file.path))
    .flatMap(file => textsOf(file, { functions: [], properties: ['crumb', 'label', 'group'] })),
  ...consoleFiles
    .filter(file => file.path.endsWith('activity/activity-fields.ts'))
    .flatMap(file => visibleTextsIn(file, { functions: ['t'], properties: [] })),
  // Key models keep their vendors' names
  ...inContract
    .filter(file => !wire.test(basename(file.path)) && !ofMakers.test(file.path))
    .flatMap(file => visibleTextsIn(file, unseen)),
  ...inContract.flatMap(file => textsOf(file, { functions: ['fillText'], properties: [] })),
  ...inContract
    .filter(file => file.path.endsWith('.messages.ts'))
    .flatMap(file => textsOf(file, { functions: [], properties: ['label', 'did', 'failed'] })),
  ...inServer.flatMap(file =>
    textsOf(file, {
      functions: ['say', 'deferText', 'msg', '2 problem', '2 Problem'],
      properties: ['message', 'says', 'subject', 'footer', 'guard', 'notYou'],
    }),
  ),
  ...inServer.filter(file => reasons.test(file.path)).flatMap(file => visibleTextsIn(file, unseen)),
].filter(({ text }) => /\p{L}/u.test(text))

const ofKiosk = Object.values(attendanceKiosk.calls).filter(({ path }) => path.startsWith(kioskPrefix))
// Refusals that any call of the card page and of the kiosk can return
const anyRefusal = ['invalid-input', 'not-signed-in', 'session-ended', 'unexpected'] as const
const refusals = new Set(
  [...Object.values(selfService.calls), ...ofKiosk].flatMap(call => [...call.fails, ...anyRefusal]),
)
export const textsOnCardPage: readonly FoundText[] = [
  ...cardPageFiles.flatMap(file => textsOf(file, { functions: ['t', 'msg'], properties: [] })),
  ...[...refusals].map(code => ({ path: code, line: 0, text: problems[code].says })),
  ...Object.entries(messages)
    .filter(([id]) => id.startsWith('pin-checklist.'))
    .map(([id, text]) => ({ path: id, line: 0, text })),
].filter(({ text }) => /\p{L}/u.test(text))
