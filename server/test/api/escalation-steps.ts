import { apiKeys } from '@claviger/contract/connect/api-keys'
import { sensitivePermissions } from '@claviger/contract/connect/api-keys/sensitive-acts'
import { selfServiceHelpdesk } from '@claviger/contract/access/self-service-settings/self-service-helpdesk'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import type { Permission } from '@claviger/contract/platform/permissions'
import { fingerprints } from '@claviger/contract/keys/fingerprints'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { sharing } from '@claviger/contract/keys/sharing'
import { addresses } from '@claviger/contract/people/addresses'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'

export interface Step {
  what: number
  by: number
  whom: number
  other: number
  team: number
  place: number
  role: number
  more: number[]
  scope: Permission[]
}

export interface FreshUser {
  user: string
  group: string
  apiKey: string
  run: string
  keyRun: string
}

interface There {
  people: string[]
  teams: string[]
  places: string[]
  keyOf(user: string): string
  fingerKeyOf(user: string): string
  page: string
}

const first: Step = { what: 0, by: 0, whom: 0, other: 0, team: 0, place: 0, role: 5, more: [], scope: ['users.read'] }
const nothing: FreshUser = { user: '', group: '', apiKey: '', run: '', keyRun: '' }

export function escalationSteps(there: There) {
  let made = 0
  const callsOf = (step: Step, fresh: FreshUser): [Endpoint, object][] => {
    const id = there.people[step.whom] ?? fresh.user
    const other = there.people[step.other] ?? fresh.user
    const team = there.teams[step.team] ?? fresh.group
    const at = there.places[step.place] as string
    const key = there.keyOf(id)
    const { role, more: additionalPermissions } = step
    const n = String(made++)
    const card = { cardId: `04AA${n.padStart(6, '0')}`, cardFormat: 'hex' }
    const form = { userId: `walked-${n}`, firstName: 'Walked', lastName: 'Along', email: `walked-${n}@x.example` }
    const rule = { match: 'all', conditions: [{ field: 'lastName', operator: 'is', value: 'Placed' }] }
    return [
      [users.create, form],
      [users.create, { ...form, groups: [team] }],
      [users.create, { ...form, organizationUnits: [at] }],
      [users.update, { ...form, id }],
      [users.restore, { id }],
      [users.remove, { id }],
      [addresses.setAlone, { id }],
      [bulkRuns.restore, { ids: [id, other] }],
      [bulkRuns.suspend, { ids: [id] }],
      [bulkRuns.remove, { ids: [id] }],
      [bulkRuns.addToGroup, { ids: [id], target: team }],
      [bulkRuns.addToUnit, { ids: [id], target: at }],
      [bulkRuns.undo, { id: fresh.run }],
      [groups.create, { name: `Walked ${n}`, users: [id] }],
      [groups.addMembers, { groupId: team, users: [id] }],
      [groups.setMembers, { groupId: team, users: [id] }],
      [groups.addUsers, { users: [id, other], groups: [team] }],
      [groups.addToUser, { id, groups: [team] }],
      [groups.update, { groupId: team, name: `Walked ${n}`, rule }],
      [groups.edit, { groupId: team, name: `Walked ${n}`, users: [id] }],
      [sharing.add, { id, users: [other], groups: [] }],
      [sharing.add, { id, users: [], groups: [team] }],
      [keyAssignment.add, { userId: id, type: 3, activation: 1 }],
      [keyAssignment.assign, { ids: [id], type: 2, activation: 1, ...card }],
      [keyAssignment.assignMany, { ids: [id, other], type: 3, activation: 1 }],
      [selfServiceHelpdesk.enroll, { id: there.page, userId: id, pin: '739154', ...card }],
      [keyActCalls.resetPin, { deviceId: key, pin: '739154' }],
      [keyActCalls.resetPins, { ids: [key] }],
      [keyActCalls.verification, { ids: [key], verification: 3 }],
      [keyActCalls.suspend, { ids: [key] }],
      [keyActCalls.undo, { id: fresh.keyRun }],
      [fingerprints.restart, { id: there.fingerKeyOf(id), provider: 1 }],
      [units.create, { name: `Walked ${n}`, users: [id] }],
      [units.update, { id: at, name: `Walked ${n}`, users: [id, other] }],
      [units.setOfUser, { userId: id, ids: [at] }],
      [units.addMembers, { id: at, users: [id] }],
      [units.removeMany, { ids: [at] }],
      [units.addAdministrator, { id, role, additionalPermissions, units: [at] }],
      [units.changeAdministrator, { id, role, additionalPermissions, units: there.places }],
      [administrators.create, { ids: [id], role, additionalPermissions }],
      [administrators.update, { id, role, additionalPermissions }],
      [administrators.askOwner, { id }],
      [administrators.answerOwner, { accept: true }],
      [administrators.answerRole, { accept: true, keepEmail: true }],
      [apiKeys.create, { name: 'Walked', type: 0, expiry: 0, scopes: step.scope }],
      [apiKeys.takeOver, { id: fresh.apiKey }],
      [apiKeys.grant, { id: fresh.apiKey, granted: sensitivePermissions }],
    ]
  }
  return {
    names: callsOf(first, nothing).map(([{ feature, call }]) => `${feature}.${call}`),
    callOf: (step: Step, fresh: FreshUser) => callsOf(step, fresh)[step.what] as [Endpoint, object],
  }
}

const takes = 'it only takes away, and what it takes opened nothing to whoever asks'
const looks = 'it looks and changes nothing, or changes a name'
const asIt = 'it does what the call of the same name for one does, which is walked'
const mails = 'it mails the person, and tells whoever asks nothing'
const stands = 'it changes how a key that is there acts, and whose it is stays'
const applications = 'it opens applications of others, and no account here'
const clouds = 'it asks a cloud with what its own rights are; its room judges rank for each person'
const places = 'it says which computers an account opens, and opens no account here'
const settings = 'it is a setting of the workspace, for which whoever makes it holds its permission and confirms it'
const directories = 'it reaches as far as an owner approved, who holds all of it; its rooms judge rank at each row'
const providers = 'it signs in nobody with a role who did not connect it; external-sign-in tests it'
const files = 'it takes several calls and a file, judged row by row; its own tests try people above'

/** Calls and features that the escalation test skips, with the reason why they can't grant anything. */
const pays = 'it concerns payments of the workspace, and gives no user a right'
const attends = 'it records who was present; a kiosk opens its own session only'
export const callsWithoutSteps: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['bills', 'cards', 'licenses', 'marketplace', 'plans', 'support'].map(one => [one, pays])),
  ...Object.fromEntries(
    ['attendance', 'attendance-kiosk', 'attendance-musters', 'attendance-reports', 'attendance-templates'].map(one => [
      one,
      attends,
    ]),
  ),
  'access-keys': takes,
  activity: looks,
  'addresses.cancel': takes,
  'users.inviteToRole': 'it mails to the mailbox on record, and whoever sends it holds all that is offered',
  'administrators.remove': takes,
  'administrators.withdrawOwner': takes,
  'api-applications': settings,
  'api-keys.remove': takes,
  'support-access': 'it lets a super administrator read for a while, who changes nothing',
  applications,
  'authentication-profiles': settings,
  baselines: settings,
  'bulk-runs.activate': asIt,
  'bulk-runs.activateOne': 'it frees somebody who had all before',
  'bulk-runs.deactivate': takes,
  'bulk-runs.deactivateOne': takes,
  'bulk-runs.invite': mails,
  'bulk-runs.preview': looks,
  'bulk-runs.retry': asIt,
  'bulk-runs.stop': takes,
  'bulk-runs.suspendOne': takes,
  'card-import': files,
  catalogue: applications,
  'cloud-devices': places,
  computers: places,
  connections: directories,
  delegations: 'a tool gets keys for a user whom whoever asks reaches; the matrix tries it on people above',
  'device-groups': places,
  devices: places,
  entra: directories,
  'external-sign-in': takes,
  'fingerprints.cancel': takes,
  'fingerprints.remove': takes,
  'fingerprints.rename': looks,
  'groups.deleteUsers': takes,
  'groups.info': looks,
  'groups.lookup': looks,
  'groups.previewRule': looks,
  'groups.remove': takes,
  'groups.removeFromUser': takes,
  'groups.removeMembers': takes,
  'groups.suspendMany': takes,
  'key-acts.activate': stands,
  'key-acts.activateOne': stands,
  'key-acts.offline': stands,
  'key-acts.policy': stands,
  'key-acts.preview': looks,
  'key-acts.previewPolicy': looks,
  'key-acts.remove': takes,
  'key-acts.removeOne': takes,
  'key-acts.removePasskey': takes,
  'key-acts.retry': asIt,
  'key-acts.stop': takes,
  'key-acts.suspendOne': takes,
  'key-acts.takeAway': takes,
  'key-acts.unblock': stands,
  'key-acts.unblockOne': stands,
  'key-assignment.makeDefault': stands,
  'key-assignment.previewMany': looks,
  'key-assignment.sendLink': mails,
  'key-models': settings,
  ldap: directories,
  links: directories,
  'log-streams': settings,
  'private-targets': settings,
  'named-lists': settings,
  oidc: applications,
  'oidc-providers': providers,
  okta: directories,
  'okta-applications': settings,
  'on-behalf': clouds,
  'on-behalf-runs': clouds,
  'personal-accounts': 'it makes a user who is nobody yet, as users.create does',
  'partner-panel': settings,
  pictures: looks,
  policies: settings,
  provisioning: applications,
  'reader-settings': settings,
  saml: applications,
  'saml-providers': providers,
  scim: directories,
  'security-keys': stands,
  'self-service-pages': settings,
  sessions: takes,
  strengths: settings,
  'sharing.makeDefault': stands,
  'sharing.remove': takes,
  'sharing.removeMany': takes,
  'sharing.take': takes,
  simulations: looks,
  'stored-passwords': 'it keeps passwords of other services',
  syncs: directories,
  'token-policies': settings,
  'trust-domains': settings,
  'units.removeAdministrators': takes,
  'units.removeMembers': takes,
  'units.removeOfUser': takes,
  'user-import': files,
  'users.exportAll': looks,
  'users.sendVerify': mails,
  workflows: 'it acts by what whoever answers for it holds just then, judged at each row; workflows tests it',
  'workspace-deletion': takes,
  'workspace-settings': settings,
}
