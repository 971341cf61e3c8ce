import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { addressOf, DeliveryError, deliveryErrorOf } from '#integrations/target.ts'
import type { LogReceiver } from './receiver.ts'

const usualPort = 6514

export function readSyslogAddress(text: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, port = `${usualPort}`] =
    /^(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]{1,253}))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = bracketed ?? plain
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined
  if (bracketed !== undefined && isIP(bracketed) !== 6) return undefined
  return { host, port: Number(port) }
}

/**
 * Sends bytes over TLS and closes. Syslog has no replies: delivered means that the receiver read to the end
 * and closed cleanly (RFC 5425 §4.4).
 * @throws Undelivered
 */
export async function sendSyslog(receiver: LogReceiver, bytes: Buffer, until: AbortSignal): Promise<void> {
  const to = readSyslogAddress(receiver.address)
  if (!to) throw new DeliveryError('The address is not one of a syslog receiver')
  const host = await addressOf(receiver.guard, receiver.purpose, to.host, to.port)
  await new Promise<void>((done, failed) => {
    const socket = connect({
      host,
      port: to.port,
      ...(isIP(to.host) === 0 && { servername: to.host }),
      ...receiver.tls,
      minVersion: 'TLSv1.2',
    })
    const give = (error: unknown) => {
      socket.destroy()
      failed(deliveryErrorOf(error))
    }
    const stop = () => give(new DeliveryError('The receiver did not take the lines in time'))
    until.addEventListener('abort', stop, { once: true })
    if (until.aborted) stop()
    let ended = false
    socket.once('secureConnect', () => socket.end(bytes))
    socket.once('end', () => (ended = socket.writableFinished))
    socket.once('error', give)
    socket.once('close', () => {
      until.removeEventListener('abort', stop)
      if (ended) done()
      else give(new DeliveryError('The receiver broke the connection off'))
    })
    socket.resume()
  })
}
