// A strict emulator of the Stripe API, written from docs.stripe.com/api: unknown parameters, wrong types, missing
// idempotency rules, and impossible transitions are refused as Stripe refuses them.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { formOf, type FormObject } from './form.ts'
import { StripeObjects } from './objects.ts'
import { StripeRefusal } from './refusal.ts'

export const webhookSecret = 'whsec_emulated_0123456789'
const secretKey = 'sk_test_emulated_0123456789'

interface Kept {
  params: string
  answer: { status: number; body: unknown } | undefined
}

export async function stripeEmulator(now: () => Date = () => new Date()) {
  const objects = new StripeObjects(now)
  const keys = new Map<string, Kept>()
  const requests: { method: string; path: string; key: string | undefined; body: string }[] = []
  /** Faults on demand: responses lost after the work was done, or an unavailable service. */
  const faults = { loseAnswers: 0, down: false }
  let numbers = 0

  const answerTo = (request: IncomingMessage, body: string): { status: number; body: unknown } => {
    const { method = '', url = '', headers } = request
    const address = new URL(url, 'http://stripe')
    const key = headers['idempotency-key']?.toString()
    requests.push({ method, path: address.pathname, key, body })
    if (headers.authorization !== `Bearer ${secretKey}`)
      throw new StripeRefusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' })
    if (!/^\d{4}-\d{2}-\d{2}/.test(headers['stripe-version']?.toString() ?? ''))
      throw new StripeRefusal(400, { type: 'invalid_request_error', message: 'Invalid Stripe API version' })
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
    if (method === 'POST' && !isForm)
      throw new StripeRefusal(400, { type: 'invalid_request_error', message: 'Invalid content type' })
    const params: FormObject = formOf(method === 'POST' ? new URLSearchParams(body) : address.searchParams)
    const work = () => ({ status: 200, body: objects.answer(method, address.pathname, params) })
    return method === 'POST' && key !== undefined ? onlyOnce(key, `${address.pathname} ${body}`, work) : work()
  }

  // "The API always saves the status code and body of the first request made for any given idempotency key"
  const onlyOnce = (key: string, params: string, work: () => { status: number; body: unknown }) => {
    if (key.length > 255)
      throw new StripeRefusal(400, { type: 'invalid_request_error', message: 'Idempotency key is too long' })
    const known = keys.get(key)
    if (known && known.params !== params)
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      })
    if (known?.answer) return known.answer
    const kept: Kept = { params, answer: undefined }
    keys.set(key, kept)
    try {
      kept.answer = work()
    } catch (error) {
      // Requests that fail validation are not saved
      if (!(error instanceof StripeRefusal) || error.status !== 402) {
        keys.delete(key)
        throw error
      }
      kept.answer = { status: error.status, body: error.body }
    }
    return kept.answer
  }

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (faults.down) return request.socket.destroy()
      let answer: { status: number; body: unknown }
      try {
        answer = answerTo(request, Buffer.concat(parts).toString())
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error
        answer = { status: error.status, body: error.body }
      }
      if (request.method === 'POST' && faults.loseAnswers > 0) {
        faults.loseAnswers--
        return request.socket.destroy()
      }
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        'request-id': `req_${String(++numbers)}`,
      })
      return response.end(JSON.stringify(answer.body))
    })
  }
  const server = createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())

  return {
    objects,
    requests,
    faults,
    settings: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_emulated_0123456789',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_URL: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    },
    /** An event about an object, signed as docs.stripe.com/webhooks describes. */
    event(type: string, object: object, { at = now(), secret = webhookSecret, id = '' } = {}) {
      const t = Math.floor(at.getTime() / 1000)
      const payload = JSON.stringify({
        id: id === '' ? `evt_${String(++numbers)}` : id,
        object: 'event',
        api_version: '2026-10-28.endive',
        created: t,
        type,
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        data: { object },
      })
      const v1 = createHmac('sha256', secret)
        .update(`${String(t)}.${payload}`)
        .digest('hex')
      return { payload, signature: `t=${String(t)},v1=${v1}` }
    },
  }
}
export type StripeEmulator = Awaited<ReturnType<typeof stripeEmulator>>
