import { createHash } from 'node:crypto'

/** A log line with each value as text, exactly as stored. */
export type LogLine = Record<(typeof lineFields)[number], string | null>

/** What a hash covers, in this order: every meaningful column. */
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

export const noHash = Buffer.alloc(32)

/**
 * The hash of a line in its chain: SHA-256 over the previous hash, the position, the earliest possible
 * recording time (microseconds), and all values, each as `length:text,` in UTF-8 bytes, null as `-,`.
 */
export function hashOf(previous: Uint8Array, position: number, notBefore: string, line: LogLine): Buffer {
  let text =
    encodePart('claviger-log-1') +
    encodePart(Buffer.from(previous).toString('hex')) +
    encodePart(`${position}`) +
    encodePart(notBefore)
  for (const name of lineFields) text += encodePart(line[name])
  return createHash('sha256').update(text).digest()
}

export const encodePart = (value: string | null) => (value === null ? '-,' : `${Buffer.byteLength(value)}:${value},`)
