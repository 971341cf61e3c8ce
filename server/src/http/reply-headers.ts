import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'

const passkeys = ['publickey-credentials-get=(self)', 'publickey-credentials-create=(self)']

/** Only the attendance kiosk uses a camera, for QR passes. */
export const permissionsPolicy = (camera: '()' | '(self)'): string =>
  [`camera=${camera}`, 'microphone=()', 'geolocation=(self)', ...passkeys].join(', ')

export function guardReplies(app: FastifyInstance, publicUrl: string): void {
  const headers = new Map([['permissions-policy', permissionsPolicy('()')]])
  const noted = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader: () => undefined,
  }
  // Identical for all replies, so computed once
  helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })({} as never, noted as never, () => undefined)
  const all = [...headers]
  app.addHook('onRequest', ({ id }, reply, done) => {
    for (const [name, value] of all) reply.raw.setHeader(name, value)
    reply.raw.setHeader('x-request-id', id)
    done()
  })
}
