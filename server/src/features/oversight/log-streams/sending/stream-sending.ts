import { asJson, asSyslog, frameMessage, type StreamLine } from './formats.ts'
import { sendHttps } from './https.ts'
import type { LogReceiver } from './receiver.ts'
import { sendSyslog } from './syslog.ts'

// Limit for one batch, well before another process may claim the stream
const patience = 20_000

/** Sends lines in order as one batch, which arrives completely or counts as not sent. @throws Undelivered */
export async function send(receiver: LogReceiver, lines: readonly StreamLine[], stopping?: AbortSignal): Promise<void> {
  const until = AbortSignal.any([AbortSignal.timeout(patience), ...(stopping ? [stopping] : [])])
  const { workspace } = receiver
  if (receiver.kind === 'syslog') {
    const host = new URL(receiver.config.publicUrl).hostname
    return sendSyslog(receiver, Buffer.concat(lines.map(line => frameMessage(asSyslog(host, workspace, line)))), until)
  }
  const body = Buffer.from(lines.map(line => `${asJson(workspace, line)}\n`).join(''))
  const positions = `${lines[0]?.position ?? 0}-${lines.at(-1)?.position ?? 0}`
  return sendHttps(receiver, body, { 'claviger-stream': receiver.id, 'claviger-positions': positions }, until)
}
