import { activityStatus } from '@claviger/contract/oversight/activity'
import { deviceInWords } from '#platform/user-agent.ts'
import type { PlacedLine } from '../log-streams.store.ts'

export interface StreamLine {
  position: number
  hash: string
  id: string
  at: Date
  kind: string
  action: string
  status: number
  reason: string | null
  actorId: string | null
  actorName: string
  objectType: string | null
  objectId: string | null
  objectName: string | null
  before: unknown
  after: unknown
  ip: string | null
  device: string | null
  requestId: string | null
  decision: unknown
  /** The newest signed checkpoint of the register, on the last line of a batch. */
  checkpoint?: string
}

/** A line of the chain; undefined if it was deleted, which verify-log reports. */
export function toStreamLine(row: PlacedLine): StreamLine | undefined {
  const { line: id, at, kind, action, status, actor_name: actorName } = row
  if (id === null || at === null || kind === null || action === null || status === null || actorName === null)
    return undefined
  return {
    position: row.position,
    hash: row.hash.toString('hex'),
    id,
    at,
    kind,
    action,
    status,
    reason: row.reason,
    actorId: row.actor_id,
    actorName,
    objectType: row.object_type,
    objectId: row.object_id,
    objectName: row.object_name,
    before: row.before,
    after: row.after,
    ip: row.ip,
    device: row.user_agent ? deviceInWords(row.user_agent) : null,
    requestId: row.request_id,
    decision: row.decision,
  }
}

/** One line without line breaks. */
export const asJson = (workspace: string, line: StreamLine): string => JSON.stringify({ workspace, ...line })

const logAudit = 13
const severities = { warning: 4, informational: 6 }

/** IANA's example enterprise number; replace it here with your own. */
export const enterprise = 32_473

// RFC 5425 §4.3: receivers should accept 8,192 bytes
const longest = 8192

/** RFC 5424 §6.3.3: these three are escaped, in UTF-8. */
const escaped = (value: string) => value.replace(/["\\\]]/g, '\\$&')

// RFC 5424 §6.2: printable US-ASCII without spaces
const ascii = (value: string, most: number) => value.replace(/[^\x21-\x7e]/g, '?').slice(0, most) || '-'

/** A line as an RFC 5424 message; above 8,192 bytes it omits before, after, and decision. */
export function asSyslog(host: string, workspace: string, line: StreamLine): Buffer {
  const severity = line.status === activityStatus.succeeded ? severities.informational : severities.warning
  const parameters = Object.entries({
    workspace,
    position: line.position,
    hash: line.hash,
    id: line.id,
    kind: line.kind,
    status: line.status === activityStatus.succeeded ? 'succeeded' : 'failed',
    actorId: line.actorId,
    actorName: line.actorName,
    objectType: line.objectType,
    objectId: line.objectId,
    ip: line.ip,
  })
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('')
  const head = `<${logAudit * 8 + severity}>1 ${line.at.toISOString()} ${ascii(host, 255)} claviger - ${ascii(line.action, 32)} [claviger@${enterprise}${parameters}] `
  const message = Buffer.from(`${head}\uFEFF${asJson(workspace, line)}`)
  if (message.length <= longest) return message
  const short = { ...line, before: null, after: null, decision: null, shortened: true }
  return Buffer.from(`${head}\uFEFF${asJson(workspace, short)}`)
}

/** Octet counting (RFC 6587 §3.4.1, RFC 5425 §4.3): the length in bytes, a space, the message. */
export const frameMessage = (message: Buffer): Buffer => Buffer.concat([Buffer.from(`${message.length} `), message])
