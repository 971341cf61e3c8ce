import type { AppContext } from '#platform/app-context.ts'
import { exchange } from '../exchange.ts'
import { DeliveryError } from '../target.ts'
import { sealedFor, type Subscription } from './encrypt.ts'
import { ownKey } from './own-key.ts'

// Of Chrome and what is made of it, Firefox, Edge and Safari
const services = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
  '*.push.apple.com',
]

type Chosen = Pick<AppContext['config'], 'pushServices'>

const isOperators = ({ pushServices }: Chosen, host: string): boolean => pushServices.includes(host)

/** An endpoint as browsers give them: an https address of a push service that makers of browsers, or the operator, run. */
export const isEndpoint = (config: Chosen, text: string): boolean => {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isOperators(config, host)) return true
  return url.port === '' && services.some(one => (one.startsWith('*') ? host.endsWith(one.slice(1)) : host === one))
}

/**
 * Sends a message through the browser's push service (RFC 8030), to be delivered within `seconds` or dropped.
 * Returns `gone` if the browser no longer accepts messages.
 * @throws Undelivered
 */
export async function push(
  world: AppContext,
  to: Subscription,
  message: object,
  seconds: number,
): Promise<'sent' | 'gone'> {
  // One of before this list, or of a service that the operator named no longer
  if (!isEndpoint(world.config, to.endpoint)) return 'gone'
  const own = await ownKey(world)
  const url = new URL(to.endpoint)
  const purpose = isOperators(world.config, url.hostname.replace(/^\[|\]$/g, '')) ? 'operator' : 'public'
  const body = sealedFor(to, JSON.stringify(message))
  const { status } = await exchange(world, purpose, {
    method: 'POST',
    url,
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
  if (status < 200 || status > 299) throw new DeliveryError(`The push service answered ${status}`)
  return 'sent'
}
