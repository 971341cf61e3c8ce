import type { Endpoint } from '@claviger/contract/ground/endpoint'
import { post } from '@claviger/contract/ground/endpoint'
import type { Permission } from '@claviger/contract/ground/permissions'
import * as z from 'zod/mini'
import { endpoints } from './contract.ts'
import { law } from './law.ts'

// What these permissions let somebody change makes or widens a way in or out
const guarding: readonly Permission[] = [
  'api-keys.write',
  'admins.write',
  'applications.write',
  'log-streams.write',
  'policies.write',
  'workspace.write',
  'workspace.transfer',
  'workspace.delete',
  'super.administrators',
  'super.trust-domains',
]

const takesAway = 'it only takes away'
const ownWords = 'its function asks where what guards the page changes'
const names = 'it changes a name or how something is shown'
const looks = 'it looks and changes nothing'

/** Calls of those permissions that need not be confirmed, each with the reason. */
const excused: Record<string, string> = {
  'api-applications.check': looks,
  'api-keys.remove': takesAway,
  'applications.endFormer': takesAway,
  'access-keys.remove': takesAway,
  'access-keys.removeMany': takesAway,
  'administrators.remove': takesAway,
  'administrators.withdrawOwner': takesAway,
  'all-administrators.remove': takesAway,
  'units.removeAdministrators': takesAway,
  'log-streams.pause': 'where lines go stays as it is',
  'log-streams.remove': takesAway,
  'log-streams.test': looks,
  'okta-applications.check': looks,
  'personal-accounts.add': 'the domain of the address was verified, and that asks',
  'provisioning.check': looks,
  'provisioning.look': looks,
  'provisioning.mend': 'it tells again what was confirmed to be told',
  'provisioning.retry': 'it tells again what was confirmed to be told',
  'reader-settings.change': 'it says how numbers are written, as day-to-day work at a new reader needs it',
  'saml.dropMetadata': 'it leaves an application as it is',
  'saml.previewMetadata': looks,
  'oidc.tryOut': looks,
  'saml.tryOut': looks,
  'self-service-pages.create': ownWords,
  'self-service-pages.remove': takesAway,
  'self-service-pages.restore': ownWords,
  'self-service-pages.tryAutomatic': looks,
  'self-service-pages.turn': ownWords,
  'self-service-pages.update': ownWords,
  'trust-domains.check': 'what it finds, the daily look finds, too; to have it looked for asks',
  'trust-domains.remove': takesAway,
  'trust-domains.removeFrom': takesAway,
  'workspace-deletion.begin': 'its function asks',
  'workspace-deletion.cancel': takesAway,
  'workspace-settings.update': names,
  'workspace-settings.updatePart': names,
  'workspace-settings.updateWorkspace': names,
}

/** Calls of other permissions that give somebody a way in, or take less for one; what only some of their inputs do asks itself. */
const furtherWays = ['card-import.start', 'key-acts.resetPins', 'key-acts.verification', 'user-import.start']

const named = (endpoint: Endpoint) => `${endpoint.feature}.${endpoint.call}`

law('what makes or widens a way in or out asks for a fresh passkey', {
  because: 'An unlocked computer or a stolen session must not be enough to let oneself in for good.',
  over: (await endpoints()).filter(endpoint => endpoint.changes),
  guilty: endpoint =>
    (guarding.includes(endpoint.may) || furtherWays.includes(named(endpoint))) &&
    !endpoint.fresh &&
    !(named(endpoint) in excused) &&
    named(endpoint),
  bites: post('/x', { summary: 'x', input: z.object({}), reply: z.object({}), may: 'admins.write' }),
  passes: post('/x', { summary: 'x', input: z.object({}), reply: z.object({}), may: 'admins.write', fresh: true }),
})
