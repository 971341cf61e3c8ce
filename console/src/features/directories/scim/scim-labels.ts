import type { ScimConnection, ScimTokenStanding } from '@claviger/contract/directories/scim'
import { msg, t } from '#platform/text/text.ts'

const states: Readonly<Record<ScimConnection['connection'], string>> = {
  successful: msg('Successful'),
  failed: msg('Failed'),
  pending: msg('No requests yet'),
  'not available': msg('Not available'),
}

/** Status of a connection (R196). */
export function lookOf({ connection }: ScimConnection) {
  const shape = connection === 'failed' ? 'triangle' : connection === 'successful' ? 'disc' : 'dash'
  const tone = connection === 'failed' ? 'bad' : connection === 'successful' ? 'ok' : 'mute'
  return { word: t(states[connection]), shape, tone } as const
}

/** Labels of tokens whose responsible administrator lost permissions. */
export const standings: Readonly<Record<Exclude<ScimTokenStanding, 'whole'>, string>> = {
  less: msg("Can't give roles: the token's administrator is not an owner"),
  orphaned: msg("Refused: the token's administrator no longer manages directories"),
}

const acts: Readonly<Record<string, string>> = {
  read: msg('Read'),
  listed: msg('Searched'),
  published: msg('Read capabilities'),
  created: msg('Added'),
  linked: msg('Found and linked'),
  restored: msg('Returned'),
  changed: msg('Changed'),
  unchanged: msg('Nothing to change'),
  suspended: msg('Suspended'),
  deleted: msg('Left'),
  held: msg('Waiting for owner approval'),
  several: msg('Bulk request'),
  refused: msg('Refused'),
  failed: msg('Failed'),
}

export const actOf = (did: string): string => t(acts[did] ?? did)

const notes: Readonly<Record<string, string>> = {
  members: msg('Members'),
  'not-applied': msg('Partially applied'),
  'not-kept': msg('Not stored'),
}

export const noteOf = (code: string): string => t(notes[code] ?? code)
