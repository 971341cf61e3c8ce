import { request } from 'node:https'
import { isIP } from 'node:net'
import type { World } from '../../ground/world.ts'
import { addressOf, Undelivered, undelivered } from '../target.ts'
import { sealedFor, type Subscription } from './encrypt.ts'
import { ownKey } from './own-key.ts'

/** An endpoint as browsers give them: an https address. */
export const isEndpoint = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
}

const TIMEOUT = 5000

/**
 * Sends a message to a browser by the push service of its maker (RFC 8030), to be delivered within `seconds` or not at
 * all. Answers `gone` where the browser takes no more. Throws Undelivered.
 */
export async function push(world: World, to: Subscription, message: object, seconds: number): Promise<'sent' | 'gone'> {
  const own = await ownKey(world)
  const body = sealedFor(to, JSON.stringify(message))
  const status = await post(world, to.endpoint, body, {
    authorization: own.authorization(to.endpoint, world.clock.now()),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    'content-length': String(body.length),
    ttl: String(seconds),
    urgency: 'high',
    'user-agent': 'Claviger',
  })
  if (status === 404 || status === 410) return 'gone'
  if (status < 200 || status > 299) throw new Undelivered(`The push service answered ${status}`)
  return 'sent'
}

async function post(world: World, endpoint: string, body: Buffer, headers: Record<string, string>): Promise<number> {
  const url = new URL(endpoint)
  const host = await addressOf(world.config, url.hostname)
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const until = AbortSignal.timeout(TIMEOUT)
  return new Promise((done, failed) => {
    const asked = request({
      method: 'POST',
      host,
      port: url.port === '' ? 443 : Number(url.port),
      path: `${url.pathname}${url.search}`,
      agent: false,
      signal: until,
      ...(isIP(name) === 0 && { servername: name }),
      minVersion: 'TLSv1.2',
      headers: { host: url.host, ...headers },
    })
    asked.once('response', answer => {
      done(answer.statusCode ?? 0)
      answer.destroy()
    })
    asked.once('error', error =>
      failed(until.aborted ? new Undelivered('The push service did not answer in time') : undelivered(error)),
    )
    asked.end(body)
  })
}
