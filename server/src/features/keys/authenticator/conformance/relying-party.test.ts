import { randomBytes, sign } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { expect, test } from 'vitest'
import { cardBrowser } from '#test/api/card-browser.ts'
import { ada, origin, rpId } from '#test/api/ceremony.ts'
import { certificate, newKey, pem } from '#test/emulators/certificate.ts'
import { softwareCard } from '#test/emulators/software-card.ts'
import { verifyAuthentication } from '#features/keys/ceremony/ceremony.authentication.ts'
import { ALGORITHMS, handleOf } from '#features/keys/ceremony/ceremony.options.ts'
import { verifyRegistration } from '#features/keys/ceremony/ceremony.registration.ts'

const PIN = '274936'
const handle = handleOf(ada.workspace, ada.id)
const challenge = () => randomBytes(32).toString('base64url')
const expected = (asked: string) => ({ challenge: asked, origins: [origin], rpId })

async function withPin() {
  const card = softwareCard()
  const browser = cardBrowser(card, PIN)
  await browser.setPin(PIN)
  return { card, ...browser }
}

test('our WebAuthn ceremony registers a card and signs in with it repeatedly', async () => {
  const { create, get } = await withPin()
  const asked = challenge()
  const registered = verifyRegistration({
    response: await create(asked, handle),
    expected: { ...expected(asked), algorithms: ALGORITHMS },
  })
  expect(registered).toMatchObject({ aaguid: 'a57847b9-e68a-49f7-bd49-63a5865f18fe', signCount: 0 })
  expect(registered.flags).toEqual({
    userPresent: true,
    userVerified: true,
    backupEligible: false,
    backupState: false,
  })
  let signCount = 0
  for (const _ of [1, 2, 3]) {
    const again = challenge()
    const credential = {
      id: registered.credentialId,
      publicKey: registered.publicKey,
      signCount,
      backupEligible: false,
      userHandle: handle,
    }
    const done = verifyAuthentication({ response: await get(again), expected: expected(again), credential })
    expect(done.signCount).toBe(signCount + 1)
    signCount = done.signCount
  }
})

test('our WebAuthn ceremony trusts the model certificate', async () => {
  const { card, create } = await withPin()
  const { publicKey, privateKey } = newKey()
  const leaf = certificate({ key: publicKey, by: privateKey })
  card.faculties = {
    attestation: { certificates: [leaf], sign: data => Promise.resolve(sign('sha256', data, privateKey)) },
  }
  const asked = challenge()
  const { attestation } = verifyRegistration({
    response: await create(asked, handle),
    expected: { ...expected(asked), algorithms: ALGORITHMS, trustAnchors: [pem(leaf)] },
  })
  expect(attestation).toMatchObject({ format: 'packed' })
})

test('our WebAuthn ceremony refuses a PINless card if it requires user verification', async () => {
  const { create } = cardBrowser(softwareCard({ verification: 'none' }))
  const asked = challenge()
  const response = await create(asked, handle)
  const wanted = { ...expected(asked), algorithms: ALGORITHMS }
  expect(() => verifyRegistration({ response, expected: wanted })).toThrow(/verified/)
  expect(
    verifyRegistration({ response, expected: { ...wanted, userVerification: 'preferred' } }).flags.userVerified,
  ).toBe(false)
})

test('SimpleWebAuthn registers a card and signs in with it', async () => {
  const { create, get } = await withPin()
  const asked = challenge()
  const { id, type, clientDataJSON, attestationObject } = await create(asked, handle)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
    expectedChallenge: asked,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  })
  expect(registrationInfo).toMatchObject({ fmt: 'packed', userVerified: true, credentialDeviceType: 'singleDevice' })
  const again = challenge()
  const { userHandle, id: used, type: kind, ...response } = await get(again)
  const { authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id: used,
      rawId: used,
      type: kind,
      clientExtensionResults: {},
      response: { ...response, ...(userHandle && { userHandle }) },
    },
    expectedChallenge: again,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: registrationInfo!.credential,
  })
  expect(authenticationInfo).toMatchObject({ newCounter: 1, userVerified: true })
})
