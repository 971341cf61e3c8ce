import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SAML } from '@node-saml/node-saml'
import { closeAfterTest } from './closing.ts'

export interface SamlApplication {
  readonly address: string
  readonly entityId: string
  readonly acs: string
  readonly slo: string
  knows(ours: { entityId: string; ssoUrl: string; sloUrl: string; certificate: string }): void
}

const page = (title: string, text: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><pre>${text.replaceAll('<', '&lt;')}</pre>`

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()))
}

/** Starts it until the journey ends. Visitors without a session are redirected to sign in. */
export async function samlApplication(signing: { privateKey: string }): Promise<SamlApplication> {
  let sp: SAML | undefined
  let inside: NonNullable<Awaited<ReturnType<SAML['validatePostResponseAsync']>>['profile']> | undefined
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    if (!sp) throw new Error('the application is not registered yet')
    const url = new URL(request.url ?? '/', address)
    const show = (title: string, text = '') =>
      reply.writeHead(200, { 'content-type': 'text/html' }).end(page(title, text))
    const go = (to: string) => reply.writeHead(302, { location: to }).end()
    if (url.pathname === '/acs') {
      const form = await formOf(request)
      inside = (await sp.validatePostResponseAsync(form)).profile ?? undefined
      return go('/')
    }
    if (url.pathname === '/slo') {
      const { profile } = await sp.validateRedirectAsync(Object.fromEntries(url.searchParams), url.search.slice(1))
      inside = undefined
      if (!profile) return show('Session ended')
      return go(await sp.getLogoutResponseUrlAsync(profile, url.searchParams.get('RelayState') ?? '', {}, true))
    }
    if (!inside) return go(await sp.getAuthorizeUrlAsync('', undefined, {}))
    if (url.pathname === '/leave') return go(await sp.getLogoutUrlAsync(inside, '', {}))
    return show('Welcome', JSON.stringify({ nameID: inside.nameID, mail: inside['mail'] }))
  }
  const server = createServer((request, reply) => {
    answer(request, reply).catch((error: unknown) => {
      reply.writeHead(500, { 'content-type': 'text/html' }).end(page('Refused', String(error)))
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  closeAfterTest(async () => void server.close())
  const address = `http://localhost:${(server.address() as AddressInfo).port}`
  const own = { entityId: `${address}/metadata`, acs: `${address}/acs`, slo: `${address}/slo` }
  return {
    address,
    ...own,
    knows({ entityId, ssoUrl, sloUrl, certificate }) {
      sp = new SAML({
        issuer: own.entityId,
        callbackUrl: own.acs,
        audience: own.entityId,
        entryPoint: ssoUrl,
        logoutUrl: sloUrl,
        logoutCallbackUrl: own.slo,
        idpIssuer: entityId,
        idpCert: certificate,
        privateKey: signing.privateKey,
        signatureAlgorithm: 'sha256',
        wantAuthnResponseSigned: false,
        identifierFormat: null,
      })
    },
  }
}
