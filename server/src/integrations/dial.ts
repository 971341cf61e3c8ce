import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as secure, type TLSSocket } from 'node:tls'
import { addressOf, type Guard, type Purpose, undelivered } from './target.ts'

export interface Host {
  readonly host: string
  readonly port: number
}

/** Where strangers may be: for this purpose, as far as that is allowed. */
export interface Bounds {
  readonly guard: Guard
  readonly purpose: Purpose
}

/** Connects to the verified IP address only. @throws Undelivered */
export async function dial({ guard, purpose }: Bounds, place: Host, signal: AbortSignal): Promise<Socket> {
  const socket = connect({
    host: await addressOf(guard, purpose, place.host, place.port),
    port: place.port,
    noDelay: true,
  })
  await come(socket, 'connect', signal)
  return socket
}

/**
 * Starts TLS 1.2 or newer. The certificate must be valid for the host and issued by a known authority or a
 * given one. @throws Undelivered
 */
export async function encrypt(
  socket: Socket,
  { host }: Host,
  authorities: string | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const over = secure({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(authorities !== undefined && { ca: authorities }),
    minVersion: 'TLSv1.2',
  })
  await come(over, 'secureConnect', signal)
  return over
}

async function come(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  try {
    await once(socket, event, { signal })
  } catch (error) {
    socket.on('error', () => undefined)
    socket.destroy()
    throw undelivered(signal.aborted ? { code: 'ETIMEDOUT' } : error)
  }
}
