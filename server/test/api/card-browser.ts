import { hash, randomBytes } from 'node:crypto'
import type { Assertion, Registration } from '@claviger/contract/keys/ceremony'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { encode } from 'cborg'
import { origin, rpId } from './ceremony.ts'
import { ctapClient, pinPermissions, readData } from '../emulators/ctap-client.ts'
import type { SoftwareCard } from '../emulators/software-card.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

function clientData(type: string, challenge: string, from: string) {
  const json = Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  return { json, clientDataHash: hash('sha256', json, 'buffer') }
}

export function cardBrowser(card: Pick<SoftwareCard, 'send' | 'tap'>, pin?: string, site = { origin, rpId }) {
  const client = ctapClient(card.send)
  const tokenFor = async (permissions: number) =>
    pin === undefined ? {} : { token: await client.token(pin, permissions, site.rpId) }

  async function create(challenge: string, userHandle: string): Promise<Registration> {
    card.tap()
    const { json, clientDataHash } = clientData('webauthn.create', challenge, site.origin)
    const user = { id: Buffer.from(userHandle, 'base64url'), name: 'ada@example.org', displayName: 'Ada' }
    const token = await tokenFor(pinPermissions.make)
    const { status, body } = await client.make({
      clientDataHash,
      rp: { id: site.rpId, name: 'Example' },
      user,
      ...token,
    })
    if (status !== 0) throw new Error(`The card refused with 0x${status.toString(16)}`)
    const authData = body.get(2) as Uint8Array
    const object = encode({ fmt: body.get(1), attStmt: body.get(3), authData })
    return {
      id: text(readData(authData).id),
      type: 'public-key',
      clientDataJSON: text(json),
      attestationObject: text(object),
      transports: ['usb'],
      metadata: { residentKey: true },
    }
  }

  async function get(challenge: string): Promise<Assertion> {
    card.tap()
    const { json, clientDataHash } = clientData('webauthn.get', challenge, site.origin)
    const { status, body } = await client.get({
      clientDataHash,
      rpId: site.rpId,
      ...(await tokenFor(pinPermissions.get)),
    })
    if (status !== 0) throw new Error(`The card refused with 0x${status.toString(16)}`)
    return {
      id: text((body.get(1) as Map<string, Uint8Array>).get('id')!),
      type: 'public-key',
      clientDataJSON: text(json),
      authenticatorData: text(body.get(2) as Uint8Array),
      signature: text(body.get(3) as Uint8Array),
      userHandle: text((body.get(4) as Map<string, Uint8Array>).get('id')!),
    }
  }

  return { ...client, create, get }
}

export async function signedInAt(
  site: { origin: string; rpId: string },
  maker: ReturnType<typeof cardBrowser>,
  user = maker,
) {
  const expected = { expectedOrigin: site.origin, expectedRPID: site.rpId }
  const newChallenge = () => randomBytes(32).toString('base64url')
  const first = newChallenge()
  const { id, type, clientDataJSON, attestationObject } = await maker.create(first, 'AQID')
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
    expectedChallenge: first,
    ...expected,
  })
  const again = newChallenge()
  const { id: used, type: _, userHandle: __, ...response } = await user.get(again)
  const { authenticationInfo } = await verifyAuthenticationResponse({
    response: { id: used, rawId: used, type, clientExtensionResults: {}, response },
    expectedChallenge: again,
    credential: registrationInfo!.credential,
    ...expected,
  })
  return authenticationInfo
}
