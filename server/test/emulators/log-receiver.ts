import { once } from 'node:events'
import { createServer as httpsServer } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { createServer as tlsServer } from 'node:tls'
import { certificate, der, extension, name, newKey, pem } from './certificate.ts'

export function ownCertificate(): { cert: string; key: string } {
  const { privateKey, publicKey } = newKey()
  const self = name({ CN: 'Receiver' })
  const names = extension('551d11', der(0x30, der(0x87, Buffer.of(127, 0, 0, 1))))
  const bytes = certificate({ key: publicKey, by: privateKey, subject: self, issuer: self, extensions: [names] })
  return { cert: pem(bytes), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

const listen = async (server: Server, port: number) => {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export interface SyslogReceiver {
  readonly port: number
  readonly messages: string[]
  breakAfter: number | undefined
  close(): Promise<void>
}

/**
 * An RFC 5425 syslog receiver: octet counting over TLS. With `demands`, it accepts only client certificates of
 * that authority.
 */
export async function syslogReceiver(
  own: { cert: string; key: string },
  port = 0,
  demands?: string,
): Promise<SyslogReceiver> {
  const messages: string[] = []
  const server = tlsServer({ ...own, ...(demands && { ca: demands, requestCert: true, rejectUnauthorized: true }) })
  const receiver = { messages, breakAfter: undefined as number | undefined }
  server.on('tlsClientError', () => undefined)
  server.on('secureConnection', socket => {
    let bytes: Buffer = Buffer.alloc(0)
    let read = 0
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => {
      read += part.length
      bytes = Buffer.concat([bytes, part])
      for (let blank = bytes.indexOf(' '); blank > 0; blank = bytes.indexOf(' ')) {
        const length = Number(bytes.subarray(0, blank).toString())
        if (bytes.length < blank + 1 + length) break
        messages.push(bytes.subarray(blank + 1, blank + 1 + length).toString())
        bytes = bytes.subarray(blank + 1 + length)
      }
      if (receiver.breakAfter === undefined || read < receiver.breakAfter) return
      receiver.breakAfter = undefined
      socket.destroy()
    })
  })
  const at = await listen(server, port)
  return Object.assign(receiver, {
    port: at,
    close: () => new Promise<void>(done => void server.close(() => done())),
  })
}

export interface HttpsReceiver {
  readonly address: string
  readonly batches: { headers: IncomingHttpHeaders; body: string }[]
  status: number
  close(): Promise<void>
}

export async function httpsReceiver(own: { cert: string; key: string }): Promise<HttpsReceiver> {
  const receiver = { batches: [] as HttpsReceiver['batches'], status: 204 }
  const server = httpsServer(own, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      receiver.batches.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      response.writeHead(receiver.status, { location: 'https://127.0.0.1:1/' }).end()
    })
  })
  const port = await listen(server, 0)
  return Object.assign(receiver, {
    address: `https://127.0.0.1:${port}/log?source=claviger`,
    close: () => new Promise<void>(done => void server.close(() => done())),
  })
}
