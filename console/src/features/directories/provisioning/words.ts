import type { ProvisionedItem, Provisioning, ProvisioningReason } from '@claviger/contract/directories/provisioning'
import { msg } from '../../../ground/text/text.ts'
import type { Look } from '../../../ground/ui/bits/Status.tsx'

/** Why something was not told, in words. */
export const reasonNames: Record<ProvisioningReason, string> = {
  unreachable: msg('The application cannot be reached'),
  denied: msg('The application does not accept the token'),
  throttled: msg('The application asks to wait'),
  faulty: msg('The application reports a fault of its own'),
  'not-scim': msg('What answers there does not speak SCIM 2.0'),
  'nothing-there': msg('Nothing answers at this address. It often ends in /scim/v2'),
  refused: msg('The application refuses it'),
  'no-user-name': msg('There is no value for the userName'),
  'stands-for-another': msg('Somebody else here is connected with this account already'),
  incomplete: msg('The application did not tell all whom it has, so nothing was concluded'),
}

/** Which groups an application is told of, in words. */
export const groupNames = [
  ['none', msg('No groups')],
  ['assigned', msg('The groups that are assigned to it')],
  ['all', msg('All groups that its people are in')],
] as const

/** What becomes of an account whose person is not assigned any more, in words. */
export const endingNames = [
  ['deactivate', msg('Deactivate the account there')],
  ['delete', msg('Delete the account there')],
] as const

/** Names of SCIM that are offered. */
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

/** How a person or group stands there. */
export const itemLooks: Record<ProvisionedItem['state'], Look> = {
  waiting: { word: msg('Waiting'), shape: 'quarter', tone: 'accent' },
  told: { word: msg('There'), shape: 'disc', tone: 'ok' },
  ended: { word: msg('Ended there'), shape: 'dash', tone: 'mute' },
  refused: { word: msg('Refused'), shape: 'triangle', tone: 'bad' },
}

/** How the whole stands. */
export function lookOf(of: Provisioning): Look {
  if (of.deniedAt !== null) return { word: msg('Paused'), shape: 'triangle', tone: 'bad' }
  if (!of.active) return { word: msg('Off'), shape: 'dash', tone: 'mute' }
  if (of.trouble !== null) return { word: msg('Waiting'), shape: 'triangle', tone: 'warn' }
  return of.due > 0 || of.gathering
    ? { word: msg('Working'), shape: 'quarter', tone: 'accent' }
    : { word: msg('In step'), shape: 'disc', tone: 'ok' }
}

/** What a comparison found, in words; of one that is not switched on, what would happen. */
export const differenceNames = {
  missing: msg('Missing there'),
  differs: msg('Different there'),
  stranger: msg('There, but assigned to nobody here'),
} as const
