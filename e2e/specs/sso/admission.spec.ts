// Applications of other products whose access policy asks for more than the user brought: mod_auth_openidc,
// mod_auth_mellon, and nginx with forward authentication.
import { createServer } from 'node:http'
import type { SamlKeys } from '@claviger/contract/sso/saml'
import { expect, test } from 'vitest'
import { freePort, hasApache, startApache } from '../../../server/test/emulators/apache.ts'
import { hasNginx, startNginx } from '../../../server/test/emulators/nginx.ts'
import { ownPair } from '../../../server/test/emulators/service-provider.ts'
import { barriers, newVisitor } from '../../browser.ts'
import { closeAfterTest } from '../../closing.ts'
import { movableClock, type OwnProduct } from '../../product.ts'
import { ownProduct } from '../../shared-product.ts'
import { activate, addUser, apiCaller, forgetSession, newOwner, tokensOf, usePasskey } from '../../workspace-setup.ts'

type Ask = ReturnType<typeof apiCaller>
const all = { everyone: true, groups: [], units: [], users: [] }

async function made(ask: Ask, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await ask('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { id } = (answer.body['application'] ?? answer.body) as { id: string }
  expect((await ask('PUT', `/api/sso/applications/${id}/assignment`, all)).status).toBe(200)
  return { ...answer.body, id }
}

const must = (ask: Ask, priority: number, app: unknown, demands: object) =>
  ask('POST', '/administrator/policies/create', {
    name: `Step up ${String(priority)}`,
    priority,
    action: 1,
    appRestriction: { values: [app], lists: [] },
    demands,
  })

async function openidcIntranet(product: OwnProduct, ask: Ask, slug: string) {
  const port = await freePort()
  const there = `http://localhost:${String(port)}`
  const oidc = { redirectUris: [`${there}/cb`] }
  const { id, clientId, clientSecret } = await made(ask, '/api/sso/oidc/sp', { name: 'Intranet', own: true, oidc })
  const apache = await startApache(port, {
    modules: ['headers', 'auth_openidc'],
    files: {},
    lines: `
OIDCProviderMetadataURL ${product.address}/oidc/${slug}/.well-known/openid-configuration
OIDCClientID ${String(clientId)}
OIDCClientSecret ${String(clientSecret)}
OIDCRedirectURI ${there}/cb
OIDCCryptoPassphrase a-passphrase-of-this-journey
OIDCPKCEMethod S256
OIDCScope "openid email"
OIDCCookieSameSite On
<Location />
  AuthType openid-connect
  Require valid-user
  OIDCUnAuthAction auth "true"
</Location>`,
  })
  closeAfterTest(apache.stop)
  return { id, there }
}

/** Chromium takes secure cookies of `localhost` without TLS, and cookies for all sites only if they are secure. */
async function mellonWiki(product: OwnProduct, ask: Ask) {
  const port = await freePort()
  const there = `http://localhost:${String(port)}`
  const { privateKey, certificate } = await ownPair()
  const { id } = await made(ask, '/api/sso/saml/sp', {
    name: 'Wiki',
    mapping: [{ name: 'mail', source: 'email' }],
    saml: {
      entityId: `${there}/mellon/metadata`,
      nameIdFormat: 'transient',
      acs: [{ url: `${there}/mellon/postResponse` }],
      requestsSigned: true,
      spCertificates: [certificate],
      sign: 'both',
    },
  })
  const keys = (await ask('GET', '/api/sso/saml/keys')).body as unknown as SamlKeys
  const metadata = await (await fetch(keys.entityId)).text()
  const apache = await startApache(port, {
    modules: ['headers', 'auth_mellon'],
    files: { 'idp.xml': metadata, 'sp.key': privateKey, 'sp.pem': certificate },
    lines: `
<Location />
  MellonEnable auth
  AuthType Mellon
  Require valid-user
  MellonEndpointPath /mellon
  MellonSPentityId ${there}/mellon/metadata
  MellonSPPrivateKeyFile FOLDER/sp.key
  MellonSPCertFile FOLDER/sp.pem
  MellonIdPMetadataFile FOLDER/idp.xml
  MellonSecureCookie On
  MellonSignatureMethod rsa-sha256
</Location>`,
  })
  closeAfterTest(apache.stop)
  return { id, there }
}

/** An application without sign-in of its own, behind nginx as the catalog configures it. */
async function boardBehindNginx(ask: Ask) {
  const [port, appPort] = [await freePort(), await freePort()]
  const there = `http://localhost:${String(port)}`
  const values = { address: 'https://board.example' }
  const { id } = await made(ask, '/api/sso/saml/defaults', { preset: 'nginx', name: 'Board', values })
  const proxy = { hosts: [`localhost:${String(port)}`] }
  expect((await ask('PUT', `/api/sso/proxy/sp/${String(id)}`, { name: 'Board', proxy })).status).toBe(200)
  const { file } = (await ask('GET', `/api/sso/applications/${String(id)}/guide`)).body as { file: { text: string } }
  const board = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end('Welcome'))
  await new Promise<void>(done => board.listen(appPort, '127.0.0.1', done))
  const nginx = await startNginx(
    port,
    file.text.replace('http://127.0.0.1:8000', `http://127.0.0.1:${String(appPort)}`),
  )
  closeAfterTest(async () => {
    await nginx.stop()
    board.close()
  })
  return { id, there }
}

test.skipIf(!hasApache('auth_openidc') || !hasApache('auth_mellon') || !hasNginx)(
  'a user who signed in with a code or too long ago is led to the passkey, and back to each application',
  async () => {
    const product = await ownProduct(movableClock)
    const { page: ownPage, workspace } = await newOwner(product)
    const ask = apiCaller(product, await tokensOf(ownPage))
    const intranet = await openidcIntranet(product, ask, workspace.slug)
    const wiki = await mellonWiki(product, ask)
    const board = await boardBehindNginx(ask)
    for (const [at, one] of [intranet, wiki].entries()) await must(ask, 10 + at, one.id, { pin: true })
    await must(ask, 20, board.id, { withinMinutes: 60 })

    const email = `una@${workspace.slug}.example`
    const una = await addUser(product, await tokensOf(ownPage), {
      firstName: 'Una',
      lastName: 'Holm',
      email,
      invite: true,
    })
    const { page } = await newVisitor()
    await activate(page, (await product.mailTo(email)).link ?? '')

    const signInByCode = async () => {
      const before = new Date()
      await page.getByLabel('Email').fill(email)
      await page.getByRole('button', { name: 'Email me a code' }).click()
      await page.getByRole('heading', { name: 'Enter the code' }).waitFor()
      const { code = '' } = await product.mailTo(email, before)
      await page.getByLabel('Digit 1 of 6').click()
      await page.keyboard.type(code)
    }
    for (const { there } of [intranet, wiki]) {
      await forgetSession(page, product)
      await page.goto(there)
      await page.getByRole('heading', { level: 1, name: `Sign in to ${workspace.name}` }).waitFor()
      await signInByCode()
      await page.getByText("Your organization's policy requires a passkey, or a card with its PIN.").waitFor()
      expect(await barriers(page)).toEqual([])
      await usePasskey(page)
      await page.getByText('Welcome', { exact: true }).waitFor()
      expect(page.url()).toBe(`${there}/`)
    }

    // Our own page asks in the same way
    await ask('POST', '/administrator/policies/create', {
      name: 'Only with a PIN',
      priority: 30,
      action: 1,
      users: [una],
      demands: { pin: true },
    })
    await forgetSession(page, product)
    await page.goto(`${product.address}/auth/sign-in?workspace=${workspace.slug}`)
    await signInByCode()
    await page.getByText("Your organization's policy requires a passkey, or a card with its PIN.").waitFor()
    await usePasskey(page)
    await page.waitForURL('**/dashboard**')

    await page.goto(board.there)
    await page.getByText('Welcome', { exact: true }).waitFor()
    await product.forward(61 * 60_000)
    await page.goto(board.there)
    await page.getByRole('heading', { level: 1, name: `Sign in to ${workspace.name}` }).waitFor()
    expect(await barriers(page)).toEqual([])
    await usePasskey(page)
    await page.getByText('Welcome', { exact: true }).waitFor()
    expect(page.url()).toBe(`${board.there}/`)
  },
  180_000,
)
