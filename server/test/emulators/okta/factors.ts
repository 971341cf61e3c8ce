// developer.okta.com/docs/api/openapi/okta-management: UserFactor (enrollFactor and activateFactor of WebAuthn,
// listFactors, unenrollFactor) and RoleAssignmentAUser (listAssignedRolesForUser)
import { randomBytes } from 'node:crypto'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import * as z from 'zod/mini'
import { OktaReply, type OktaMount } from './mounting.ts'
import { errors, OktaRefusal } from './refusal.ts'

const base64 = z.string().check(z.minLength(1), z.maxLength(20_000), z.regex(/^[A-Za-z0-9+/]+={0,2}$/))
const Enrolling = z.strictObject({ factorType: z.literal('webauthn'), provider: z.literal('FIDO') })
const Activating = z.strictObject({ attestation: base64, clientData: base64 })

interface OktaFactor {
  id: string
  factorType: 'webauthn'
  provider: 'FIDO'
  vendorName: 'FIDO'
  status: 'PENDING_ACTIVATION' | 'ACTIVE'
  profile: { credentialId?: string; authenticatorName?: string | null }
  challenge: string
}

export class OktaFactors {
  readonly of = new Map<string, OktaFactor[]>()
  readonly administrators = new Set<string>()

  readonly mount: OktaMount = (on, emulator) => {
    const host = () => new URL(emulator.address).hostname
    const userOf = (id = ''): string => {
      if (!emulator.directory.users.has(id)) throw new OktaRefusal(...errors.notFound)
      return id
    }
    const factorsOf = (user: string) => this.of.get(user) ?? []
    const shown = ({ id, factorType, provider, vendorName, status, profile }: OktaFactor) => ({
      id,
      factorType,
      provider,
      vendorName,
      status,
      profile,
    })
    on('GET', '/api/v1/users/:id/factors', 'okta.users.read', ({ params }) =>
      factorsOf(userOf(params['id'])).map(shown),
    )
    on('GET', '/api/v1/users/:id/roles', 'okta.roles.read', ({ params }) =>
      this.administrators.has(userOf(params['id'])) ? [{ id: 'IFIFAX2BIRGUSTQ', type: 'SUPER_ADMIN' }] : [],
    )
    on('POST', '/api/v1/users/:id/factors', 'okta.users.manage', ({ params, body }) => {
      const user = userOf(params['id'])
      if (!Enrolling.safeParse(body).success) throw new OktaRefusal(...errors.invalid, 'factorType or provider')
      const challenge = randomBytes(20).toString('base64url')
      const factor: OktaFactor = {
        id: `fwf${randomBytes(9).toString('hex').slice(0, 17)}`,
        factorType: 'webauthn',
        provider: 'FIDO',
        vendorName: 'FIDO',
        status: 'PENDING_ACTIVATION',
        profile: {},
        challenge,
      }
      // A pending factor is replaced
      this.of.set(user, [...factorsOf(user).filter(one => one.status === 'ACTIVE'), factor])
      const profile = emulator.directory.users.get(user)?.profile ?? {}
      const activation = {
        attestation: 'direct',
        authenticatorSelection: { userVerification: 'discouraged', requireResidentKey: false },
        challenge,
        excludeCredentials: factorsOf(user).flatMap(one =>
          one.profile.credentialId === undefined ? [] : [{ type: 'public-key', id: one.profile.credentialId }],
        ),
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        rp: { name: 'Clinic' },
        u2fParams: { appid: emulator.address },
        user: { id: user, name: profile['login'], displayName: String(profile['firstName']) },
      }
      return { ...shown(factor), _embedded: { activation } }
    })
    on(
      'POST',
      '/api/v1/users/:id/factors/:factor/lifecycle/activate',
      'okta.users.manage',
      async ({ params, body }) => {
        const user = userOf(params['id'])
        const factor = factorsOf(user).find(({ id }) => id === params['factor'])
        if (!factor) throw new OktaRefusal(...errors.notFound)
        const said = Activating.safeParse(body)
        if (!said.success) throw new OktaRefusal(...errors.invalid, 'attestation or clientData')
        const [attestationObject, clientDataJSON] = [said.data.attestation, said.data.clientData].map(text =>
          Buffer.from(text, 'base64').toString('base64url'),
        ) as [string, string]
        const id = credentialIn(Buffer.from(said.data.attestation, 'base64'))
        const verified = await verifyRegistrationResponse({
          response: {
            id,
            rawId: id,
            type: 'public-key',
            response: { attestationObject, clientDataJSON },
            clientExtensionResults: {},
          },
          expectedChallenge: factor.challenge,
          expectedOrigin: `https://${host()}`,
          expectedRPID: host(),
          requireUserVerification: false,
        }).catch((error: unknown) => {
          throw new OktaRefusal(...errors.invalid, (error as Error).message)
        })
        if (!verified.verified || factor.status === 'ACTIVE') throw new OktaRefusal(...errors.invalid, 'attestation')
        factor.status = 'ACTIVE'
        factor.profile = { credentialId: verified.registrationInfo.credential.id, authenticatorName: null }
        return shown(factor)
      },
    )
    on('DELETE', '/api/v1/users/:id/factors/:factor', 'okta.users.manage', ({ params }) => {
      const user = userOf(params['id'])
      if (!factorsOf(user).some(({ id }) => id === params['factor'])) throw new OktaRefusal(...errors.notFound)
      this.of.set(
        user,
        factorsOf(user).filter(({ id }) => id !== params['factor']),
      )
      return new OktaReply(204)
    })
  }
}

/** The credential ID in an attestation: after the key `authData`, a 37-byte header, and a 16-byte model. */
function credentialIn(attestation: Buffer): string {
  const data = attestation.subarray(attestation.indexOf('authData') + 'authData'.length)
  // A CBOR byte string of up to 255 bytes has a one-byte length, a longer one two bytes
  const head = data[0] === 0x58 ? 2 : 3
  const at = head + 37 + 16
  const length = data.readUInt16BE(at)
  return data.subarray(at + 2, at + 2 + length).toString('base64url')
}
