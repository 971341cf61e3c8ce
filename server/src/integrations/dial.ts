import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as secure, type TLSSocket } from 'node:tls'
import { isPrivate } from './private-addresses.ts'
import { addressOf, type Guard, type Purpose, deliveryErrorOf } from './target.ts'

export interface Host {
  readonly host: string
  readonly port: number
}

/** Where strangers may be: for this purpose, as far as that is allowed. */
export interface DialBounds {
  readonly guard: Guard
  readonly purpose: Purpose
}

/** Connects to the verified IP address only. @throws Undelivered */
export async function openGuardedSocket(
  { guard, purpose }: DialBounds,
  place: Host,
  signal: AbortSignal,
): Promise<Socket> {
  const host = await addressOf(guard, purpose, place.host, place.port)
  const socket = connect({ host, port: place.port, noDelay: true })
  await come(socket, 'connect', signal)
  if (typeof purpose !== 'string' && isPrivate(host)) cutWhenBlocked(socket, guard, { ...purpose, ...place })
  return socket
}

/** How often an open connection to a private address asks whether it is still allowed, in ms. */
const askedEvery = 2000

/** Ends an open connection once an owner blocks its address: whichever process that was done in, the database knows. */
function cutWhenBlocked(socket: Socket, { outgoing }: Guard, to: Parameters<Guard['outgoing']['mayReach']>[0]): void {
  const host = to.host.replace(/^\[|\]$/g, '').toLowerCase()
  const look = async () => {
    // While the database is unavailable, the connection stays open; the next check decides
    const verdict = await outgoing.mayReach({ ...to, host }).catch(() => 'allowed' as const)
    if (verdict !== 'allowed') socket.destroy()
  }
  const timer = setInterval(() => void look(), askedEvery)
  timer.unref()
  socket.once('close', () => clearInterval(timer))
}

/**
 * Starts TLS 1.2 or newer. The certificate must be valid for the host and issued by a known authority or a
 * given one. @throws Undelivered
 */
export async function secureSocket(
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
    throw deliveryErrorOf(signal.aborted ? { code: 'ETIMEDOUT' } : error)
  }
}
