// A push service on loopback that knows its browsers' keys, as browser vendors run one.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { IncomingHttpHeaders } from 'node:http'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { ownCertificate } from './log-receiver.ts'

export interface PushedMessage {
  path: string
  headers: IncomingHttpHeaders
  message: Record<string, string>
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

export async function pushService() {
  const own = ownCertificate()
  setDefaultCACertificates([...getCACertificates('default'), own.cert])
  const browsers = new Map<string, { half: ReturnType<typeof createECDH>; auth: Buffer }>()
  const pushed: PushedMessage[] = []
  const server: Server = createServer(own, (request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const browser = browsers.get(path)
      if (browser) pushed.push({ path, headers: request.headers, message: opened(Buffer.concat(parts), browser) })
      reply.writeHead(browser ? 201 : 410).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    pushed,
    subscribe() {
      const half = createECDH('prime256v1')
      half.generateKeys()
      const path = `/to/${text(randomBytes(9))}`
      const auth = randomBytes(16)
      browsers.set(path, { half, auth })
      return { endpoint: address + path, keys: { p256dh: text(half.getPublicKey()), auth: text(auth) } }
    },
    /** Messages for one browser; those for others may arrive late. */
    pushedTo: (endpoint: string) => pushed.filter(({ path }) => path === new URL(endpoint).pathname),
    forget: (endpoint: string) => void browsers.delete(new URL(endpoint).pathname),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Decrypts a message by RFC 8188 and RFC 8291, implemented from their text. */
function opened(body: Buffer, { half, auth }: { half: ReturnType<typeof createECDH>; auth: Buffer }) {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const theirs = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const derive = (secret: Uint8Array, with_: Uint8Array, info: Uint8Array, size: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, size))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), half.getPublicKey(), theirs])
  const input = derive(half.computeSecret(theirs), auth, info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()) as Record<string, string>
}
