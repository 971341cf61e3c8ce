import type { ProvisionedItem, Provisioning, ProvisioningReason } from '@claviger/contract/directories/provisioning'
import { msg } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'

export const reasonNames: Record<ProvisioningReason, string> = {
  unreachable: msg("The application can't be reached"),
  denied: msg("The application doesn't accept the token"),
  throttled: msg('The application asked us to wait'),
  faulty: msg('The application returned a server error'),
  'not-scim': msg("The server at this address doesn't support SCIM 2.0"),
  'nothing-there': msg('No SCIM service at this address. SCIM addresses often end in /scim/v2.'),
  refused: msg('The application refused the change'),
  'no-user-name': msg('The userName has no value'),
  'stands-for-another': msg('This account is already linked to another user'),
  incomplete: msg('The application returned an incomplete user list, so no comparison was made'),
}

export const groupNames = [
  ['none', msg('No groups')],
  ['assigned', msg('Groups assigned to the application')],
  ['all', msg('All groups of its users')],
] as const

export const endingNames = [
  ['deactivate', msg('Deactivate the account')],
  ['delete', msg('Delete the account')],
] as const

export const scimNames = [
  'userName',
  'name.givenName',
  'name.familyName',
  'name.formatted',
  'displayName',
  'nickName',
  'title',
  'emails.work',
  'phoneNumbers.work',
  'phoneNumbers.mobile',
  'preferredLanguage',
  'locale',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:division',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:organization',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:costCenter',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber',
]

export const itemLooks: Record<ProvisionedItem['state'], StatusLook> = {
  waiting: { word: msg('Waiting'), shape: 'quarter', tone: 'accent' },
  told: { word: msg('Provisioned'), shape: 'disc', tone: 'ok' },
  ended: { word: msg('Deprovisioned'), shape: 'dash', tone: 'mute' },
  refused: { word: msg('Refused'), shape: 'triangle', tone: 'bad' },
}

export function lookOf(of: Provisioning): StatusLook {
  if (of.deniedAt !== null) return { word: msg('Paused'), shape: 'triangle', tone: 'bad' }
  if (!of.active) return { word: msg('Off'), shape: 'dash', tone: 'mute' }
  if (of.trouble !== null) return { word: msg('Waiting'), shape: 'triangle', tone: 'warn' }
  return of.due > 0 || of.gathering
    ? { word: msg('In progress'), shape: 'quarter', tone: 'accent' }
    : { word: msg('Up to date'), shape: 'disc', tone: 'ok' }
}

/** Results of a comparison; while provisioning is off, phrased as what would happen. */
export const differenceNames = {
  missing: msg('Missing in the application'),
  differs: msg('Different in the application'),
  stranger: msg('In the application, but not assigned here'),
} as const
