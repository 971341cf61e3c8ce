import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as client from 'openid-client'
import { closeAfterTest } from './closing.ts'

export interface OidcApplication {
  readonly address: string
  readonly redirect: string
  readonly signedOut: string
  readonly backchannel: string
  readonly ended: string[]
  knows(issuer: string, id: string, secret: string): Promise<void>
  /** Uses the refresh token of the last sign-in. */
  renew(): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers>
}

/** Serves an application that signs users in at `/`; its query is passed on as request parameters. */
export async function oidcApplication(): Promise<OidcApplication> {
  let config: client.Configuration | undefined
  let checks: client.AuthorizationCodeGrantChecks = {}
  let idToken = ''
  let refreshToken = ''
  const ended: string[] = []
  const page = (response: ServerResponse, title: string, said: unknown) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><pre>${JSON.stringify(said)}</pre></html>`,
      )
  const go = (response: ServerResponse, to: URL) => response.writeHead(303, { location: to.href }).end()
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', address)
      if (url.pathname === '/backchannel') {
        ended.push(new URLSearchParams(await text(request)).get('logout_token') ?? '')
        return response.writeHead(200).end()
      }
      if (!config) return response.writeHead(404).end()
      if (url.pathname === '/out') return page(response, 'Session ended', {})
      if (url.pathname === '/leave')
        return go(
          response,
          client.buildEndSessionUrl(config, { post_logout_redirect_uri: `${address}/out`, id_token_hint: idToken }),
        )
      if (url.pathname === '/cb') {
        const tokens = await client.authorizationCodeGrant(config, url, checks)
        idToken = tokens.id_token ?? ''
        refreshToken = tokens.refresh_token ?? ''
        return page(response, 'Welcome', tokens.claims())
      }
      const verifier = client.randomPKCECodeVerifier()
      checks = { pkceCodeVerifier: verifier, expectedNonce: client.randomNonce(), expectedState: client.randomState() }
      const params = {
        redirect_uri: `${address}/cb`,
        scope: 'openid profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        nonce: checks.expectedNonce ?? '',
        state: String(checks.expectedState),
        ...Object.fromEntries(url.searchParams),
      }
      return go(response, client.buildAuthorizationUrl(config, params))
    })().catch((error: unknown) => page(response, 'Refused', String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterTest(async () => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    redirect: `${address}/cb`,
    signedOut: `${address}/out`,
    backchannel: `${address}/backchannel`,
    ended,
    async knows(issuer, id, secret) {
      config = await client.discovery(new URL(issuer), id, secret, undefined, {
        execute: [client.allowInsecureRequests],
      })
    },
    async renew() {
      if (!config) throw new Error('The application knows no provider')
      const tokens = await client.refreshTokenGrant(config, refreshToken)
      refreshToken = tokens.refresh_token ?? refreshToken
      return tokens
    },
  }
}
