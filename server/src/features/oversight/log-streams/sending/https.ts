import { createHmac } from 'node:crypto'
import { request } from 'node:https'
import { DeliveryError, deliveryErrorOf, agentFor } from '#integrations/target.ts'
import type { LogReceiver } from './receiver.ts'

/** Parses an https URL without a password; otherwise undefined. */
export function readHttpsAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === '' ? url : undefined
}

/** Proves origin and time of a batch: HMAC-SHA256 over the timestamp in seconds, a dot, and the body. */
export const webhookSignatureOf = (secret: string, seconds: number, body: Uint8Array): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`

/** Posts bytes; any 2xx is a receipt, redirects are not followed. @throws Undelivered */
export async function sendHttps(
  receiver: LogReceiver,
  body: Buffer,
  headers: Record<string, string>,
  until: AbortSignal,
): Promise<void> {
  const url = readHttpsAddress(receiver.address)
  if (!url) throw new DeliveryError('The address is not an https address')
  const way = await agentFor(receiver.guard, receiver.purpose, url, until)
  const status = await new Promise<number>((done, failed) => {
    const asked = request({
      ...way,
      method: 'POST',
      ...receiver.tls,
      headers: {
        host: url.host,
        'user-agent': 'Claviger',
        'content-type': 'application/x-ndjson',
        'content-length': body.length,
        'claviger-signature': webhookSignatureOf(receiver.secrets.signing ?? '', Math.floor(Date.now() / 1000), body),
        ...(receiver.secrets.authorization && { authorization: receiver.secrets.authorization }),
        ...headers,
      },
    })
    asked.once('response', answer => {
      done(answer.statusCode ?? 0)
      answer.destroy()
    })
    asked.once('error', error =>
      failed(until.aborted ? new DeliveryError('The receiver did not answer in time') : deliveryErrorOf(error)),
    )
    asked.end(body)
  })
  if (status < 200 || status > 299) throw new DeliveryError(`The receiver answered ${status}`)
}
