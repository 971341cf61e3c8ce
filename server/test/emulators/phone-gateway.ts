import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect } from 'vitest'

export interface GatewayOptions {
  by: 'sms' | 'call'
  authorization: string | undefined
  to: string
  text: string
  language?: string
  id: string
}

export async function phoneGateway() {
  const taken: GatewayOptions[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const by = request.url === '/read' ? 'call' : 'sms'
      const body = JSON.parse(Buffer.concat(parts).toString()) as Omit<GatewayOptions, 'by' | 'authorization'>
      taken.push({ ...body, by, authorization: request.headers.authorization })
      response.writeHead(200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    taken,
    settings: {
      SMS_URL: `${address}/send`,
      SMS_TOKEN: 'let-me-send',
      CALL_URL: `${address}/read`,
      CALL_TOKEN: 'let-me-call',
    },
    async to(number: string, count = 1): Promise<GatewayOptions & { code: string }> {
      const all = () => taken.filter(one => one.to === number)
      await expect.poll(() => all().length, { timeout: 5000 }).toBe(count)
      const last = all().at(-1) as GatewayOptions
      return { ...last, code: /\d(?:, \d){5}|\d{6}/.exec(last.text)?.[0].replaceAll(', ', '') ?? '' }
    },
  }
}
