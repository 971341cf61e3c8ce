import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { ctapClient } from '../server/test/ctap-client.ts'
import { softwareCard } from '../server/test/software-card.ts'

/** The two calls of reader software, over one card in memory. */
export interface CardServer {
  readonly address: string
  readonly card: ReturnType<typeof softwareCard>
  /** What the next requests are refused with. */
  problem: { status: number; code: string } | undefined
  close(): void
}

/** Serves a card of this number with this PIN to whoever registers with this Clients key. */
export async function cardServer(cardId: string, pin: string, clientsKey: string): Promise<CardServer> {
  const card = softwareCard()
  await ctapClient(card.send).setPin(pin)

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const body = (await json(request)) as Record<string, string>
    const { authorization } = request.headers
    const refused = (status: number, code: string) => ({ status, body: { code, message: code } })
    if (request.url?.endsWith('/apps') === true) {
      if (authorization !== clientsKey) return refused(401, 'not-signed-in')
      const workspace = { id: 'fern', name: 'Fern Clinic' }
      return {
        status: 200,
        body: { id: 'app', appToken: 'app-1', workspace, reading: { format: 'hex', reversed: false } },
      }
    }
    if (authorization !== 'app-1') return refused(401, 'not-signed-in')
    if (server.problem) return refused(server.problem.status, server.problem.code)
    if (body['cardId'] !== cardId) return refused(404, 'card-unknown')
    if (body['session'] === undefined) card.tap()
    const reply = await card.send(Buffer.from(body['request'] ?? '', 'base64url'))
    return { status: 200, body: { response: Buffer.from(reply).toString('base64url'), session: 'tap' } }
  }
  const http = createServer((request, response) => {
    void answer(request).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  }).listen(0, 'localhost')
  await once(http, 'listening')
  const { port } = http.address() as { port: number }
  const server: CardServer = {
    address: `http://localhost:${port}`,
    card,
    problem: undefined,
    close: () => http.close(),
  }
  return server
}
