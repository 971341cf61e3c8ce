// learn.microsoft.com/graph/api/fido2authenticationmethod-creationoptions, authentication-post-fido2methods,
// authentication-list-fido2methods, fido2authenticationmethod-delete (api-reference/v1.0/api of
// microsoftgraph/microsoft-graph-docs-contrib)
import { randomBytes, randomUUID } from 'node:crypto'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import * as z from 'zod/mini'
import { EmulatorAnswer, type EntraEmulator, type Mount } from './mounting.ts'
import { refuseOthers } from './odata.ts'
import { badRequest, notFound } from './refusal.ts'

const writes = ['UserAuthMethod-Passkey.ReadWrite.All', 'UserAuthenticationMethod.ReadWrite.All']
const reads = [...writes, 'UserAuthMethod-Passkey.Read.All', 'UserAuthenticationMethod.Read.All']
const site = 'login.microsoft.com'

const base64url = z.string().check(z.minLength(1), z.maxLength(20_000), z.regex(/^[A-Za-z0-9_-]+$/))
const Registering = z.strictObject({
  '@odata.type': z.optional(z.string()),
  displayName: z.optional(z.string().check(z.maxLength(30))),
  publicKeyCredential: z.strictObject({
    id: base64url,
    response: z.strictObject({ clientDataJSON: base64url, attestationObject: base64url }),
    clientExtensionResults: z.optional(z.object({})),
  }),
})

export interface EntraPasskey {
  readonly id: string
  readonly displayName: string
  readonly aaGuid: string
  readonly credentialId: string
}

export class EntraPasskeys {
  readonly of = new Map<string, EntraPasskey[]>()
  readonly #challenges = new Map<string, { user: string; endsAt: number }>()
  /** Accepts so many registrations but loses the response. */
  lost = 0
  /** 503 means the caller can retry; 504 means the result is unknown. */
  lostAs = 504
  site = site
  refuses: string | undefined

  count(): number {
    return [...this.of.values()].flat().length
  }

  readonly mount: Mount = (on, emulator) => {
    const path = '/v1.0/users/:id/authentication/fido2Methods'
    on('GET', path, { any: reads }, ({ params, query }) => {
      refuseOthers(query, '$select')
      const user = idOf(emulator, params['id'])
      const shown = (this.of.get(user) ?? []).map(shownOf)
      return emulator.page(path.replace(':id', user), query, shown)
    })
    on('GET', `${path}/:which`, { any: reads }, ({ params }) => {
      const user = idOf(emulator, params['id'])
      const which = params['which'] ?? ''
      const minutes = /^creationOptions(?:\(challengeTimeoutInMinutes=(\d+)\))?$/.exec(which)
      if (minutes) return this.#options(emulator, user, Number(minutes[1] ?? 5))
      const found = this.of.get(user)?.find(({ id }) => id === which)
      if (!found) throw notFound(which)
      return shownOf(found)
    })
    on('POST', path, { any: writes }, async ({ params, body }) => this.#register(idOf(emulator, params['id']), body))
    on('DELETE', `${path}/:which`, { any: writes }, ({ params }) => {
      const user = idOf(emulator, params['id'])
      const all = this.of.get(user) ?? []
      if (!all.some(({ id }) => id === params['which'])) throw notFound(params['which'] ?? '')
      this.of.set(
        user,
        all.filter(({ id }) => id !== params['which']),
      )
      return new EmulatorAnswer(204)
    })
  }

  #options(emulator: EntraEmulator, user: string, minutes: number) {
    if (minutes < 5 || minutes > 43_200) throw badRequest('challengeTimeoutInMinutes must be from 5 to 43200.')
    const challenge = randomBytes(32).toString('base64url')
    const endsAt = Date.now() + minutes * 60_000
    this.#challenges.set(challenge, { user, endsAt })
    const thing = emulator.directory.find('user', user)?.thing
    // As documented for these IDs: base64url followed by the number of padding characters
    const exclude = (this.of.get(user) ?? []).map(
      ({ credentialId }) => `${credentialId}${String(-credentialId.length & 3)}`,
    )
    return {
      '@odata.context': `${emulator.address}/v1.0/$metadata#microsoft.graph.webauthnCredentialCreationOptions`,
      challengeTimeoutDateTime: new Date(endsAt).toISOString(),
      publicKey: {
        challenge,
        timeout: 0,
        attestation: 'direct',
        rp: { id: this.site, name: 'Microsoft' },
        user: {
          id: Buffer.from(`OID:${user}`).toString('base64url'),
          displayName: thing?.['displayName'],
          name: thing?.['userPrincipalName'],
        },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        excludeCredentials: exclude.map(id => ({ id, type: 'public-key', transports: [] })),
        authenticatorSelection: {
          authenticatorAttachment: 'cross-platform',
          requireResidentKey: true,
          userVerification: 'required',
        },
        extensions: {
          hmacCreateSecret: true,
          enforceCredentialProtectionPolicy: true,
          credentialProtectionPolicy: 'userVerificationOptional',
        },
      },
    }
  }

  async #register(user: string, body: unknown) {
    const said = Registering.safeParse(body)
    if (!said.success)
      throw badRequest(`The request is missing a fido2AuthenticationMethod entity: ${said.error.message}`)
    if (this.refuses !== undefined) throw badRequest(this.refuses)
    const { displayName = 'Passkey', publicKeyCredential } = said.data
    const { id, response } = publicKeyCredential
    const { challenge = '' } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
      challenge?: string
    }
    const known = this.#challenges.get(challenge)
    this.#challenges.delete(challenge)
    if (known?.user !== user || known.endsAt < Date.now()) throw badRequest('The challenge is not valid.')
    const verified = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: `https://${site}`,
      expectedRPID: site,
      requireUserVerification: true,
      supportedAlgorithmIDs: [-7, -257],
    }).catch((error: unknown) => {
      throw badRequest((error as Error).message)
    })
    if (!verified.verified) throw badRequest('The attestation is not valid.')
    const { credential, aaguid } = verified.registrationInfo
    if ([...this.of.values()].flat().some(one => one.credentialId === credential.id))
      throw badRequest('This passkey is registered already.')
    const method = { id: randomUUID(), displayName, aaGuid: aaguid, credentialId: credential.id }
    this.of.set(user, [...(this.of.get(user) ?? []), method])
    if (this.lost > 0) {
      this.lost--
      return new EmulatorAnswer(this.lostAs, { error: { code: 'timeout', message: 'The answer was lost.' } })
    }
    return new EmulatorAnswer(201, {
      ...shownOf(method),
      createdDateTime: new Date().toISOString(),
      attestationLevel: 'notAttested',
    })
  }
}

function idOf(emulator: EntraEmulator, asked = ''): string {
  const found = emulator.directory.find('user', asked)
  if (!found) throw notFound(asked)
  return found.thing.id
}

const shownOf = ({ id, displayName, aaGuid }: EntraPasskey) => ({ id, displayName, aaGuid })
