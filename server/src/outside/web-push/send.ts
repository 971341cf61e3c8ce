import type { World } from '../../ground/world.ts'
import { exchange } from '../exchange.ts'
import { Undelivered } from '../target.ts'
import { sealedFor, type Subscription } from './encrypt.ts'
import { ownKey } from './own-key.ts'

/** An endpoint as browsers give them: an https address. */
export const isEndpoint = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
}

/**
 * Sends a message to a browser by the push service of its maker (RFC 8030), to be delivered within `seconds` or not at
 * all. Answers `gone` where the browser takes no more. Throws Undelivered.
 */
export async function push(world: World, to: Subscription, message: object, seconds: number): Promise<'sent' | 'gone'> {
  const own = await ownKey(world)
  const body = sealedFor(to, JSON.stringify(message))
  const { status } = await exchange(world.config, {
    method: 'POST',
    url: new URL(to.endpoint),
    headers: {
      authorization: own.authorization(to.endpoint, world.clock.now()),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(seconds),
      urgency: 'high',
    },
    body,
  })
  if (status === 404 || status === 410) return 'gone'
  if (status < 200 || status > 299) throw new Undelivered(`The push service answered ${status}`)
  return 'sent'
}
