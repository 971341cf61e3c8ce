import { createHash, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { AUTHORITY, certificate as signed, name, newKey, pem } from '#test/emulators/certificate.ts'
import { freePort } from '#test/emulators/apache.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { hasNginx, startNginx } from '#test/emulators/nginx.ts'
import { addClient, type Settings } from '#test/emulators/oidc-client.ts'
import { ownCertificate } from '#test/emulators/own-certificate.ts'

const proxy = '10.0.0.7'
const header = 'x-client-certificate'
const home = await startTestApp({
  TRUST_PROXY: '10.0.0.0/24,127.0.0.1',
  CLIENT_CERTIFICATE_HEADER: 'X-Client-Certificate',
})
const { certificate, privateKey } = ownCertificate('A machine')
home.clock.forward(60_000)
const { raw } = new X509Certificate(certificate)
const base64 = raw.toString('base64')

const service: Settings = {
  kind: 'service',
  grantTypes: ['client_credentials'],
  redirectUris: [],
  tokenEndpointAuthMethod: 'self_signed_tls_client_auth',
  clientCertificates: [certificate],
  certificateBoundTokens: true,
}
const made = await addClient(home, 'Machine', service)

interface Asking {
  from?: string
  at?: typeof home
  path?: string
  params?: Record<string, string>
  id?: string
  more?: Record<string, string> | undefined
}
const ask = async (
  shown: string | undefined,
  { from = proxy, at = home, path = 'token', params = {}, id = made.clientId ?? '', more = {} }: Asking = {},
): Promise<Record<string, unknown>> => {
  const answer = await at.app.inject({
    method: 'POST',
    url: `/oidc/northgate/${path}`,
    remoteAddress: from,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(shown !== undefined && { [header]: shown }),
      ...more,
    },
    payload: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, ...params }).toString(),
  })
  return { ...answer.json<Record<string, unknown>>(), status: answer.statusCode }
}

test.each([
  ['nginx, percent-encoded', encodeURIComponent(certificate)],
  ['RFC 9440', `:${base64}:`],
  ['HAProxy and Caddy', base64],
])('a service authenticates with the certificate that it shows to the proxy: %s', async (_by, shown) => {
  expect(await ask(shown)).toMatchObject({ status: 200, access_token: expect.any(String) })
})

test('a token is bound to the certificate and states its thumbprint', async () => {
  const { access_token: token } = await ask(base64)
  const thumbprint = createHash('sha256').update(raw).digest('base64url')
  const known = await ask(base64, { path: 'introspect', params: { token: String(token) } })
  expect(known).toMatchObject({ active: true, cnf: { 'x5t#S256': thumbprint } })
  const written = await addClient(home, 'Writer', {
    ...service,
    accessTokenFormat: 'jwt',
    audience: 'https://api.example',
  })
  const { access_token: jwt } = await ask(base64, { id: written.clientId ?? '' })
  expect(decodeJwt(String(jwt))).toMatchObject({ aud: 'https://api.example', cnf: { 'x5t#S256': thumbprint } })
})

test('a certificate counts only from a trusted proxy, as the only one in its header, and while it is valid', async () => {
  const refused = { status: 401, error: 'invalid_client' }
  expect(await ask(undefined)).toMatchObject(refused)
  expect(await ask(base64, { from: '203.0.113.9' })).toMatchObject(refused)
  const other = new X509Certificate(ownCertificate('Another').certificate).raw.toString('base64')
  expect(await ask(other)).toMatchObject(refused)
  expect(await ask(`${base64}, ${other}`)).toMatchObject(refused)
  expect(await ask('nothing at all')).toMatchObject(refused)
  const lasts = 9e9
  home.clock.forward(lasts + 1000)
  expect(await ask(base64)).toMatchObject(refused)
  home.clock.forward(-lasts - 1000)
})

test('an authority vouches for the name in a certificate, and intermediates come in a separate header', async () => {
  const [root, middle, own] = [newKey(), newKey(), newKey()]
  const [rootName, middleName] = [name({ CN: 'Root' }), name({ CN: 'Middle' })]
  const authority = { extensions: [AUTHORITY] }
  const top = signed({ key: root.publicKey, by: root.privateKey, subject: rootName, issuer: rootName, ...authority })
  const between = signed({
    key: middle.publicKey,
    by: root.privateKey,
    subject: middleName,
    issuer: rootName,
    ...authority,
  })
  const leafOf = (cn: string) =>
    signed({ key: own.publicKey, by: middle.privateKey, subject: name({ C: 'DE', CN: cn }), issuer: middleName })
  const vouched: Settings = {
    ...service,
    tokenEndpointAuthMethod: 'tls_client_auth',
    clientCertificates: [],
    clientAuthorities: [pem(top)],
    tlsSubject: { by: 'dn', value: 'CN=Machine,C=DE' },
  }
  const { clientId } = await addClient(home, 'Vouched for', vouched)
  const shown = (leaf: Buffer, chain: Buffer | undefined, from = proxy) =>
    ask(leaf.toString('base64'), {
      id: clientId ?? '',
      from,
      more: chain && { [`${header}-chain`]: `:${chain.toString('base64')}:` },
    })
  expect(await shown(leafOf('Machine'), between)).toMatchObject({ status: 200, access_token: expect.any(String) })
  const refused = { status: 401, error: 'invalid_client' }
  expect(await shown(leafOf('Machine'), undefined)).toMatchObject(refused)
  expect(await shown(leafOf('Another'), between)).toMatchObject(refused)
  expect(await shown(leafOf('Machine'), between, '203.0.113.9')).toMatchObject(refused)
  expect(await ask(base64, { id: clientId ?? '' })).toMatchObject(refused)
  const told = await home.app.inject({ url: '/oidc/northgate/.well-known/openid-configuration' })
  expect(told.json()).toMatchObject({
    token_endpoint_auth_methods_supported: expect.arrayContaining(['tls_client_auth']),
  })
  const leaf = { ...vouched, clientAuthorities: [pem(leafOf('Machine'))] }
  await expect(addClient(home, 'No authority', leaf)).rejects.toMatchObject({ code: 'certificate-unreadable' })
  await expect(addClient(home, 'No name', { ...vouched, tlsSubject: null })).rejects.toMatchObject({ status: 422 })
})

test.skipIf(!hasNginx)('nginx forwards only a proven certificate, not a header sent by a client', async () => {
  const [ours, plain, tls] = [await freePort(), await freePort(), await freePort()]
  await home.app.listen({ port: ours, host: '127.0.0.1' })
  const folder = await mkdtemp(join(tmpdir(), 'claviger-tls-'))
  const host = ownCertificate('localhost')
  await writeFile(join(folder, 'cert.pem'), host.certificate)
  await writeFile(join(folder, 'key.pem'), host.privateKey)
  const nginx = await startNginx(
    plain,
    `listen 127.0.0.1:${tls} ssl;
    ssl_certificate ${folder}/cert.pem;
    ssl_certificate_key ${folder}/key.pem;
    ssl_verify_client optional_no_ca;
    location ~ ^/oidc/[^/]+/(token|userinfo|introspect|revoke|par)$ {
      proxy_set_header X-Client-Certificate $ssl_client_escaped_cert;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_pass http://127.0.0.1:${ours};
    }`,
  )
  onTestFinished(async () => {
    await nginx.stop()
    await rm(folder, { recursive: true })
  })
  const statusBy = (own: { cert?: string; key?: string }, headers: Record<string, string> = {}) =>
    new Promise<number | undefined>((done, failed) => {
      const options = {
        port: tls,
        host: '127.0.0.1',
        path: '/oidc/northgate/token',
        method: 'POST',
        ca: host.certificate,
      }
      const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
      const asked = request({ ...options, ...own, checkServerIdentity: () => undefined, headers: form }, answer => {
        answer.resume()
        done(answer.statusCode)
      })
      asked.once('error', failed)
      asked.end(new URLSearchParams({ grant_type: 'client_credentials', client_id: made.clientId ?? '' }).toString())
    })
  expect(await statusBy({ cert: certificate, key: privateKey })).toBe(200)
  expect(await statusBy({})).toBe(401)
  expect(await statusBy({}, { [header]: encodeURIComponent(certificate) })).toBe(401)
})

test('without a configured header, no certificate counts and no unbound token is issued', async () => {
  const bare = await startTestApp({ TRUST_PROXY: '10.0.0.0/24', CLIENT_CERTIFICATE_HEADER: header })
  const byCertificate = await addClient(bare, 'Machine', service)
  const bySecret = await addClient(bare, 'Bound', { ...service, tokenEndpointAuthMethod: 'client_secret_post' })
  Object.assign(bare.world.config, { clientCertificateHeader: undefined })
  const refused = { status: 401, error: 'invalid_client' }
  expect(await ask(base64, { at: bare, id: byCertificate.clientId ?? '' })).toMatchObject(refused)
  const params = { client_secret: bySecret.clientSecret ?? '' }
  expect(await ask(base64, { at: bare, id: bySecret.clientId ?? '', params })).toMatchObject(refused)
  const told = await bare.app.inject({ url: '/oidc/northgate/.well-known/openid-configuration' })
  expect(told.body).not.toContain('tls_client')
  await expect(addClient(bare, 'Late', service)).rejects.toMatchObject({ code: 'certificates-not-taken' })
})
