import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'
import { closeAfterTest } from './closing.ts'

// A third-party site without knowledge of the product: SimpleWebAuthn and a page with a few buttons.

const page = `<!doctype html><html lang="en"><title>Another site</title><h1>Another site</h1>
<label>Name <input id="name" value="ada"></label>
<button id="create">Create passkey</button><button id="get">Sign in</button> <button id="stop">Give up</button><output id="said"></output>
<script>
const ask = async (path, body) => (await fetch(path, { method: 'POST', body: JSON.stringify(body ?? {}) })).json()
const say = text => { said.textContent = text }
document.getElementById('create').onclick = async () => {
  say('')
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await ask('/create', { name: document.getElementById('name').value }))
    say((await ask('/created', await navigator.credentials.create({ publicKey }))).said)
  } catch (error) { say(error.name) }
}
document.getElementById('get').onclick = async () => {
  say('')
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await ask('/get'))
    const stop = new AbortController()
    document.getElementById('stop').onclick = () => stop.abort()
    say((await ask('/got', await navigator.credentials.get({ publicKey, signal: stop.signal }))).said)
  } catch (error) { say(error.name) }
}
</script></html>`

export interface RelyingParty {
  readonly address: string
}

export async function relyingParty(): Promise<RelyingParty> {
  const rpID = 'rp.localhost'
  const credentials = new Map<string, { credential: WebAuthnCredential; name: string }>()
  let challenge = ''
  let name = ''

  const calls: Record<string, (body: unknown) => Promise<unknown>> = {
    async '/create'(body) {
      name = (body as { name: string }).name
      const options = await generateRegistrationOptions({
        rpID,
        rpName: 'Another site',
        userName: name,
        userDisplayName: name,
        userID: new TextEncoder().encode(name),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [...credentials.values()].filter(one => one.name === name).map(one => one.credential),
      })
      challenge = options.challenge
      return options
    },
    async '/created'(body) {
      const response = body as RegistrationResponseJSON
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: address,
        expectedRPID: rpID,
      })
      if (!verified) return { said: 'not verified' }
      credentials.set(response.id, { credential: registrationInfo.credential, name })
      return { said: `created for ${name}` }
    },
    async '/get'() {
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      challenge = options.challenge
      return options
    },
    async '/got'(body) {
      const response = body as AuthenticationResponseJSON
      const known = credentials.get(response.id)
      if (!known) return { said: 'unknown passkey' }
      const { verified } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: address,
        expectedRPID: rpID,
        credential: known.credential,
      })
      return { said: verified ? `welcome ${known.name}` : 'not verified' }
    },
  }

  async function answer(request: IncomingMessage): Promise<string> {
    const call = calls[request.url ?? '']
    if (call === undefined) return page
    const body: unknown = JSON.parse(await text(request))
    return JSON.stringify(await call(body).catch((error: unknown) => ({ said: String(error) })))
  }
  const server = createServer((request, response) => {
    void answer(request).then(said =>
      response.setHeader('content-type', said.startsWith('<') ? 'text/html' : 'application/json').end(said),
    )
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const address = `http://${rpID}:${(server.address() as { port: number }).port}`
  closeAfterTest(() => server.close())
  return { address }
}
