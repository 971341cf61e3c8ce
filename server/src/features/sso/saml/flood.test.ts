import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { app, given } = await startTestApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const path = `/saml/${given.user.workspace}/sso`

async function begin(headers: string, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const got: Buffer[] = []
  socket.on('data', (part: Buffer) => got.push(part))
  // Discarding unread data may reset the connection
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = ['host: x', 'content-type: application/x-www-form-urlencoded', headers]
  socket.write(`POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  for (const part of parts) if (!socket.destroyed) socket.write(part)
  await once(socket, 'close')
  return Buffer.concat(got).toString()
}

test('a form that declares a large size is refused before its first byte, and the connection closes', async () => {
  const answer = await begin(`content-length: ${10 * 1024 * 1024}`)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toMatch(/^connection: close/im)
})

test('a form that does not declare its size is read only up to the limit', async () => {
  const part = 'SAMLRequest=PGE'.padEnd(100_000, 'a')
  const chunk = `${part.length.toString(16)}\r\n${part}\r\n`
  expect(await begin('transfer-encoding: chunked', chunk, chunk, chunk)).toMatch(/^HTTP\/1\.1 413 /)
})

test('a form within the limit is read, and a document larger than any request is refused', async () => {
  const body = new URLSearchParams({ SAMLRequest: Buffer.alloc(80 * 1024, '<a>').toString('base64') }).toString()
  const answer = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: body,
  })
  expect(answer.statusCode).toBe(400)
})
