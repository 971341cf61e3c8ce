import { Stripe } from 'stripe'
import type { AppContext } from '#platform/app-context.ts'
import { exchange } from '#integrations/exchange.ts'

/** Sends the requests of the Stripe library through the server's own client for outgoing requests. */
export class StripeHttp extends Stripe.HttpClient {
  readonly #world: AppContext
  readonly #url: URL

  constructor(world: AppContext, url: URL) {
    super()
    this.#world = world
    this.#url = url
  }

  override getClientName(): string {
    return 'claviger'
  }

  override async makeRequest(
    _host: string,
    _port: string | number,
    path: string,
    method: string,
    headers: Record<string, string | number | string[]>,
    body: string | null,
    _protocol: string | null,
    timeout: number,
  ): Promise<InstanceType<typeof Stripe.HttpClientResponse>> {
    const { 'content-length': _length, ...rest } = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    )
    // A lost answer has no code here, so the library doesn't repeat the request: the charge is looked up instead
    const answer = await exchange(this.#world, 'operator', {
      method: method as 'GET' | 'POST' | 'DELETE',
      url: new URL(path, this.#url),
      headers: rest,
      patience: timeout,
      largest: 1024 * 1024,
      ...(body && { body: Buffer.from(body) }),
    })
    return new StripeAnswer(answer.status, answer.headers, answer.body)
  }
}

class StripeAnswer extends Stripe.HttpClientResponse {
  readonly #body: Buffer

  constructor(status: number, headers: object, body: Buffer) {
    super(status, headers as Record<string, string>)
    this.#body = body
  }

  override getRawResponse(): object {
    return {}
  }

  override toJSON(): Promise<unknown> {
    return Promise.resolve().then(() => JSON.parse(this.#body.toString()) as unknown)
  }
}
