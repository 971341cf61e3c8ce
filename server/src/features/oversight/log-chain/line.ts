import { createHash } from 'node:crypto'

/** A line of the log with each value as text, exactly as it stands in the database. */
export type Line = Record<(typeof lineFields)[number], string | null>

/** What a hash covers, in this order: every column that says something. */
export const lineFields = [
  'workspace_id',
  'id',
  'at',
  'kind',
  'action',
  'status',
  'reason',
  'actor_id',
  'actor_name',
  'object_type',
  'object_id',
  'object_name',
  'before',
  'after',
  'ip',
  'user_agent',
  'request_id',
  'decision',
] as const

/** What a chain begins with. */
export const noHash = Buffer.alloc(32)

/**
 * The hash of a line in its place: SHA-256 over the hash before, the position, the instant (microseconds) from which on
 * it can have been recorded, and all values, each as `length:text,` in UTF-8 bytes, null as `-,`.
 */
export function hashOf(previous: Uint8Array, position: number, notBefore: string, line: Line): Buffer {
  let text =
    part('claviger-log-1') + part(Buffer.from(previous).toString('hex')) + part(`${position}`) + part(notBefore)
  for (const name of lineFields) text += part(line[name])
  return createHash('sha256').update(text).digest()
}

/** A value as it is hashed. */
export const part = (value: string | null) => (value === null ? '-,' : `${Buffer.byteLength(value)}:${value},`)
