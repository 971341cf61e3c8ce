import { registration } from '@claviger/contract/access/registration'
import { workspaces } from '@claviger/contract/tenancy/workspaces'
import { describe, expect, test } from 'vitest'
import { asAssertion, asRegistration } from '#test/api/authenticator.ts'
import { startTestApp } from '#test/app/test-app.ts'
import {
  addPasskey,
  anAddress,
  samplePerson,
  begin,
  beginProven,
  codeTo,
  confirm,
  everyStep,
  nameWorkspace,
  proofOf,
  provePerson,
  solveProofOfWork,
} from '#test/api/registering.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp(everyStep)
const refusal = async (asked: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await asked
  return [status, body['code']]
}

describe('the email step', () => {
  const stepOne = async (change: Record<string, unknown>) => {
    const robotProof = await solveProofOfWork(home)
    const right = { kind: 'work', email: 'ada@engines.example', agreed: true, robotProof }
    return home.as(undefined).ask(registration.stepOne, { ...right, ...change })
  }

  test.each(['ada@gmail.com', 'ada@mail.gmail.com', 'Ada@GMX.de'])(
    'refuses %s for work and school registrations (R146)',
    async email => {
      for (const kind of ['work', 'school']) {
        const { status, body } = await stepOne({ kind, email })
        expect([status, body['code'], body['message']]).toEqual([
          422,
          'business-email',
          'Please use your business email',
        ])
      }
    },
  )

  test('accepts a domain that only resembles a free email provider', async () => {
    expect((await stepOne({ email: 'ada@notgmail.com' })).status).toBe(200)
  })

  test('refuses registration without consent (R27)', async () => {
    expect(await refusal(stepOne({ agreed: false }))).toEqual([422, 'agreement-needed'])
  })

  test('refuses a missing, malformed, forged, unsolved, or unsigned proof', async () => {
    const proof = JSON.parse(Buffer.from(await solveProofOfWork(home), 'base64').toString()) as {
      challenge: { parameters: Record<string, unknown>; signature: string }
      solution: { counter: number; derivedKey: string }
    }
    const { challenge, solution } = proof
    const { keySignature: _left, ...unsigned } = challenge.parameters
    const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
    const bad = [
      'not base64 of anything',
      text(null),
      text({ challenge: null, solution }),
      text({
        challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } },
        solution,
      }),
      text({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }),
      text({ challenge, solution: { ...solution, derivedKey: 'zz' } }),
      text({ challenge: { ...challenge, parameters: unsigned }, solution }),
      text({ challenge: { ...challenge, signature: '' }, solution }),
    ]
    for (const robotProof of bad) expect(await refusal(stepOne({ robotProof }))).toEqual([422, 'robot-check'])
    expect((await stepOne({ robotProof: undefined })).status).toBe(422)
  })

  test('refuses a used proof, even concurrently, and a proof older than ten minutes', async () => {
    const robotProof = await solveProofOfWork(home)
    const both = await Promise.all([stepOne({ robotProof }), stepOne({ robotProof })])
    expect(both.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const late = await solveProofOfWork(home)
    home.clock.forward(minutes(11))
    expect(await refusal(stepOne({ robotProof: late }))).toEqual([422, 'robot-check'])
  })

  test('a refused email does not use up the proof', async () => {
    const { challenge } = await home.as(undefined).tell(registration.robotCheck, {})
    const robotProof = await proofOf(challenge)
    expect((await stepOne({ robotProof, email: 'ada@gmail.com' })).status).toBe(422)
    expect((await stepOne({ robotProof })).status).toBe(200)
  })

  test('responds to an email in use as to any other', async () => {
    const known = await stepOne({ email: home.given.owner.email })
    const unknown = await stepOne({ email: 'nobody@engines.example' })
    expect(known.status).toBe(200)
    expect({ ...known.body, session: '' }).toEqual({
      ...unknown.body,
      session: '',
      state: { ...(unknown.body['state'] as object), email: home.given.owner.email },
    })
  })
})

test('refuses to skip steps, and refuses requests with another session (R31)', async () => {
  const who = await begin(home, 'work', 'hasty@engines.example')
  const later = [
    who.call.ask(registration.password, {}),
    who.call.ask(registration.challenge),
    who.call.ask(registration.completePersonalInfo, samplePerson),
    who.call.ask(registration.address, anAddress),
    who.call.ask(registration.paymentInfo, { skip: true }),
    who.call.ask(registration.confirmIdentity),
    who.call.ask(registration.complete),
  ]
  for (const asked of later) expect(await refusal(asked)).toEqual([409, 'wrong-step'])
  expect(await refusal(home.as(undefined).ask(registration.state))).toEqual([401, 'link-spent'])
  expect(await refusal(home.as(home.given.owner.accessToken).ask(registration.state))).toEqual([401, 'link-spent'])
})

describe('codes', () => {
  test('five wrong attempts void a code, even concurrent ones, and a new code can be sent after ten minutes', async () => {
    const who = await begin(home, 'work', 'guess@engines.example')
    const code = await codeTo(home, who.email)
    const wrong = code === '000000' ? '000001' : '000000'
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => refusal(who.call.ask(registration.verifyPersonalInfo, { code: wrong }))),
    )
    expect(guesses.filter(([, said]) => said === 'code-refused')).toHaveLength(5)
    expect(await refusal(who.call.ask(registration.verifyPersonalInfo, { code }))).toEqual([401, 'code-spent'])
    expect(await refusal(who.call.ask(registration.resendCode))).toEqual([429, 'code-too-soon'])
    home.clock.forward(minutes(10))
    expect((await who.call.tell(registration.resendCode, {})).resendAfter).toBe(600)
    const next = await codeTo(home, who.email, code)
    home.clock.forward(minutes(10))
    expect(await refusal(who.call.ask(registration.verifyPersonalInfo, { code: next }))).toEqual([401, 'code-spent'])
  })

  test('a malformed code is reported with its field', async () => {
    const who = await begin(home, 'work', 'letters@engines.example')
    const { status, body } = await who.call.ask(registration.verifyPersonalInfo, { code: 'abc' })
    expect([status, body['fields']]).toEqual([422, [{ field: 'code', message: 'Please enter valid Code' }]])
  })
})

describe('user input', () => {
  test('refuses an invalid phone, a long postal code, and an unknown country', async () => {
    const who = await begin(home, 'work', 'wrong@engines.example')
    await provePerson(home, who)
    const phoneNumber = { countryCode: '+47', mobileNumber: '12' }
    expect(await refusal(who.call.ask(registration.completePersonalInfo, { ...samplePerson, phoneNumber }))).toEqual([
      422,
      'invalid-phone',
    ])
    const long = await who.call.ask(registration.address, { ...anAddress, postalCode: '1234567890' })
    expect([long.status, long.body['message']]).toEqual([422, 'Postal code must be at most 9 characters'])
    expect((await who.call.ask(registration.address, { ...anAddress, country: 'QQ' })).status).toBe(422)
    await who.call.tell(registration.address, anAddress)

    const name = 'Engines'
    const step = (change: object) => refusal(who.call.ask(registration.workspace, { name, url: 'engines', ...change }))
    const picture = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')
    expect(await step({ icon: picture('png', Buffer.concat([png, Buffer.alloc(1_048_576)])) })).toEqual([
      422,
      'image-too-large',
    ])
    expect(await step({ icon: picture('png', Buffer.from('GIF89a\u0001\u0000\u0001\u0000')) })).toEqual([
      422,
      'image-type',
    ])
    expect(await step({ icon: picture('png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) })).toEqual([
      422,
      'image-type',
    ])
    expect(await step({ icon: picture('jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')) })).toEqual([
      422,
      'image-type',
    ])
    expect(await step({ icon: picture('png', png.subarray(0, 10)) })).toEqual([422, 'image-type'])
    expect(await step({ icon: 'https://elsewhere.example/icon.png' })).toEqual([422, 'invalid-input'])
    for (const url of ['ab', 'www', 'self-service', '-engines', 'en gines'])
      expect(await step({ url })).toEqual([422, 'invalid-input'])
    expect(await step({ url: 'northgate' })).toEqual([409, 'workspace-url-taken'])
  })

  test('reports a workspace address that was taken in the meantime, and accepts another one', async () => {
    const [first, second] = await Promise.all(['one', 'two'].map(name => begin(home, 'work', `${name}@race.example`)))
    for (const who of [first!, second!]) {
      await provePerson(home, who)
      await nameWorkspace(who, 'race')
      await confirm(who)
    }
    await first!.call.tell(registration.complete, {})
    expect(await refusal(second!.call.ask(registration.complete))).toEqual([409, 'workspace-url-taken'])
    expect(await home.as(undefined).tell(workspaces.checkId, { workspaceId: 'race' })).toMatchObject({
      available: false,
    })
    await second!.call.tell(registration.workspace, { name: 'Engines', url: 'race-two' })
    await second!.call.tell(registration.complete, {})
  })
})

describe('passkeys', () => {
  test('a challenge works once and for three minutes, even if the answer was refused', async () => {
    const who = await beginProven(home, 'work', 'key@engines.example')
    await who.call.tell(registration.password, {})
    const { creation } = await who.call.tell(registration.challenge, {})
    const elsewhere = asRegistration(who.key.create(creation, { origin: 'https://evil.example' }))
    expect(await refusal(who.call.ask(registration.storePasskey, elsewhere))).toEqual([401, 'passkey-refused'])
    const right = asRegistration(who.key.create(creation))
    expect(await refusal(who.call.ask(registration.storePasskey, right))).toEqual([401, 'challenge-refused'])
    const again = await who.call.tell(registration.challenge, {})
    const broken = { ...asRegistration(who.key.create(again.creation)), attestationObject: 'AAAA' }
    expect(await refusal(who.call.ask(registration.storePasskey, broken))).toEqual([400, 'passkey-malformed'])
    const late = await who.call.tell(registration.challenge, {})
    home.clock.forward(minutes(3))
    expect(
      await refusal(who.call.ask(registration.storePasskey, asRegistration(who.key.create(late.creation)))),
    ).toEqual([401, 'challenge-refused'])
  })

  test('only the newly created passkey confirms, and an empty confirmation does not', async () => {
    const who = await begin(home, 'personal', 'mine@engines.example')
    await provePerson(home, who)
    expect(await refusal(who.call.ask(registration.confirmIdentity))).toEqual([401, 'passkey-refused'])
    const other = await beginProven(home, 'personal', 'other@engines.example')
    await other.call.tell(registration.password, {})
    await addPasskey(other)
    const { request } = await who.call.tell(registration.identityOptions, {})
    const foreign = asAssertion(other.key.get({ ...request!, allowCredentials: [] }))
    expect(await refusal(who.call.ask(registration.confirmIdentity, { assertion: foreign }))).toEqual([
      401,
      'passkey-refused',
    ])
    expect((await confirm(who)).step).toBe('complete')
  })
})
