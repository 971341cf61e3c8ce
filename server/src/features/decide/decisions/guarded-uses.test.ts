// Every place where a key grants access must evaluate the policies: with everything blocked, none of them may
// succeed.
import { approvals } from '@claviger/contract/access/approvals'
import { signIn } from '@claviger/contract/access/sign-in'
import { decisionExplanations } from '@claviger/contract/decide/why'
import { agents } from '@claviger/contract/keys/agents'
import { devices } from '@claviger/contract/keys/devices'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { sharing } from '@claviger/contract/keys/sharing'
import { activity } from '@claviger/contract/oversight/activity'
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { computersOf, signInAt } from '#test/api/agents.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, signInWith } from '#test/api/passkeys.ts'
import { decideApproval, withPhone } from '#test/api/phones.ts'
import { putPolicies, type PolicyDraft } from '#test/api/policies.ts'
import { pushService } from '#test/emulators/pushed.ts'
import { assignCard } from '#test/api/reader.ts'
import { newId } from '#platform/ids.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const service = await pushService()
afterAll(() => service.close())
const { as, given, world, clock } = home
const nobody = as(undefined)
const PIN = '274936'
const put = (...all: PolicyDraft[]) => putPolicies(home, all)
const owner = async () => as((await given.session(given.owner)).accessToken)
const refused = (more: object = {}) => ({
  status: 403,
  body: {
    code: 'policy-refused',
    message: expect.stringMatching(
      /^Your organization's policy doesn't allow this\. Reference: [0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}$/,
    ),
    reference: expect.any(String),
    ...more,
  },
})
const whyOf = async ({ body }: { body: Record<string, unknown> }) =>
  (await owner()).tell(decisionExplanations.byReference, { reference: String(body['reference']) })
const cardLogin = (cardId: string, account?: string) =>
  nobody.ask(signIn.cardLogin, { where: 'northgate', cardId, pin: PIN, ...(account !== undefined && { account }) })

test('a policy refuses a user passkey at our own sign-in page, but not an administrator passkey', async () => {
  await put()
  const user = await given.addUser('Own', 'Passkey')
  const { key } = await addPasskey(
    home,
    (await given.session({ id: user, workspace: given.owner.workspace })).accessToken,
  )
  const { key: ofOwner } = await addPasskey(home, given.owner.accessToken)
  expect((await signInWith(home, key)).status).toBe(200)
  await put({})
  const answer = await signInWith(home, key)
  expect(answer).toMatchObject(refused())
  expect(await whyOf(answer)).toMatchObject({ allowed: false, full: { facts: { user, rp: 'localhost', keyKind: 3 } } })
  expect((await signInWith(home, ofOwner)).status).toBe(200)
  const [line] = (await (await owner()).tell(activity.list, { user: given.owner.id, action: ['sign-in.passkey'] }))
    .items
  expect(await (await owner()).tell(decisionExplanations.ofLine, { activity: line!.id })).toMatchObject({
    allowed: true,
    exempt: true,
  })
})

test('a policy refuses a user badge at our own sign-in page, but not an administrator badge', async () => {
  await put()
  const user = await given.addUser('Own', 'Badge')
  await assignCard(home, user, '0d000001', PIN)
  await assignCard(home, given.administrator.id, '0d000002', PIN)
  const [administrators] = [await cardLogin('0d000002'), await cardLogin('0d000001')]
  await put({ rpRestriction: { values: ['localhost'] } })
  expect(await cardLogin('0d000001')).toMatchObject(refused())
  expect((await cardLogin('0d000002')).status).toBe(administrators.status)
  expect(await nobody.ask(signIn.cardLogin, { where: 'northgate', cardId: '0d000001', pin: '999111' })).toMatchObject({
    body: { code: 'card-refused' },
  })
})

test('a badge that opens several accounts offers no choice if policies leave only one', async () => {
  await put()
  const kiosk = await given.addUser('Kiosk', 'Shared')
  const nurse = await given.addUser('Nurse', 'Shared')
  await assignCard(home, kiosk, '0d000011', PIN)
  await assignCard(home, nurse, '0d000012', PIN)
  expect((await cardLogin('0d000011')).status).toBe(200)
  expect((await cardLogin('0d000012')).status).toBe(200)
  await (await owner()).tell(sharing.add, { id: kiosk, users: [nurse], groups: [] })
  expect(await cardLogin('0d000012')).toMatchObject({ status: 200, body: { accounts: [{ id: nurse }, { id: kiosk }] } })
  await put({ accounts: [nurse] })
  const { status, body } = await cardLogin('0d000012')
  expect([status, body['accessToken']]).toEqual([200, expect.any(String)])
  expect(await cardLogin('0d000012', nurse)).toMatchObject(refused())
  await put({})
  expect(await cardLogin('0d000012')).toMatchObject(refused())
})

test('policies refuse phone approvals, and check the position that a phone reports against geographic circles', async () => {
  await put()
  const { phone, email, user } = await withPhone(home, 'Approving')
  // As the phone's page does: repeats the same answer with the location once the server asks for it
  const answered = async (position: { latitude: number; longitude: number } | null) => {
    const asked = await nobody.tell(approvals.begin, { email })
    const signed = await decideApproval(home, asked.link, phone, () => asked.number)
    const first = await nobody.ask(approvals.answer, signed)
    const wanted = first.status === 409 && first.body['code'] === 'position-wanted'
    const answer = wanted ? await nobody.ask(approvals.answer, { ...signed, position }) : first
    await as(asked.session).tell(approvals.cancel)
    return { ...answer, wanted }
  }
  expect(await answered(null)).toMatchObject({ status: 200, wanted: false })
  const ward = { latitude: 52.52, longitude: 13.405 }
  await put({ action: 1, locationRestriction: { circles: [{ ...ward, radius: 500 }] } }, { users: [user] })
  expect(await answered(null)).toMatchObject({ ...refused(), wanted: true })
  expect(await answered(ward)).toMatchObject({ status: 200, wanted: true })
  const away = await answered({ latitude: 48.1, longitude: 11.5 })
  expect(away).toMatchObject(refused())
  expect(await whyOf(away)).toMatchObject({ full: { facts: { ip: '127.0.0.1', position: { latitude: 48.1 } } } })
})

test('a policy refuses a sign-in at a device, which then gets no passwords', async () => {
  await put()
  const pc = await (await computersOf(home))('WARD-1')
  const { key } = await addPasskey(home, given.user.accessToken)
  expect((await signInAt(home, pc, key)).status).toBe(200)
  await put({ devices: { values: [pc.id] } })
  const answer = await signInAt(home, pc, key)
  expect(answer).toMatchObject(refused())
  expect(JSON.stringify(answer.body)).not.toContain('accounts')
  expect(await whyOf(answer)).toMatchObject({ full: { facts: { device: pc.id } } })
  const other = await (await computersOf(home))('WARD-2')
  expect((await signInAt(home, other, key)).status).toBe(200)
})

test('an offline device decides by signed policies and reports their version', async () => {
  await put()
  const pc = await (await computersOf(home))('OFFLINE')
  const person = await given.addUser('Off', 'Line')
  const { key } = await addPasskey(
    home,
    (await given.session({ id: person, workspace: given.owner.workspace })).accessToken,
  )
  const keyId = (await (await owner()).tell(securityKeys.ofUser, { id: person })).items[0]!.id
  await world.superPool.query('update security_keys set kind = 1, offline = true where id = $1', [keyId])
  await (await owner()).tell(devices.offline, { ids: [pc.id], hasOfflineAccess: true, uses: 9, hours: 8 })
  expect((await signInAt(home, pc, key)).status).toBe(200)
  const [mine, , everybody] = await put(
    { devices: { values: [pc.id] }, users: [given.owner.id, person], action: 1 },
    { devices: { values: [newId()] } },
    { rpRestriction: { values: ['elsewhere.example'] } },
  )
  const { policies } = await as(pc.token).tell(agents.offline)
  const raw = Buffer.from(policies.key, 'base64url')
  const publicKey = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]),
    format: 'der',
    type: 'spki',
  })
  const signed = (text: string) =>
    verify(null, Buffer.from(`claviger-policies-1.${text}`), publicKey, Buffer.from(policies.signature, 'base64url'))
  expect([signed(policies.text), signed(`${policies.text} `)]).toEqual([true, false])
  const part = JSON.parse(policies.text) as { set: number; policies: { id: string }[]; people: { user: string }[] }
  expect(part.policies.map(one => one.id)).toEqual([mine, everybody])
  expect(part).toMatchObject({
    workspace: given.owner.workspace,
    madeAt: clock.now().toISOString(),
    expiresAt: new Date(clock.now().getTime() + 8 * 3_600_000).toISOString(),
    defaultAction: 1,
    device: { id: pc.id },
    people: [{ user: person }],
  })
  clock.forward(60_000)
  const use = (set?: number) => ({
    id: newId(),
    securityKeyId: keyId,
    at: clock.now().toISOString(),
    ...(set !== undefined && { policies: { set, policy: mine! } }),
  })
  const report = async (one: ReturnType<typeof use>) =>
    (await as(pc.token).tell(agents.report, { uses: [one] })).items[0]
  const decisions = async () =>
    (await (await owner()).tell(activity.list, { object: pc.id, action: ['device.used-offline'] })).items.map(
      one => one.decision,
    )
  expect(await report(use(part.set))).toMatchObject({ result: 'noted' })
  expect(await decisions()).toMatchObject([{ allowed: true, policy: mine, set: part.set }])
  await put({ users: [person] })
  clock.forward(60_000)
  expect(await report(use(part.set))).toMatchObject({ result: 'noted' })
  clock.forward(60_000)
  expect(await report(use(part.set + 1))).toMatchObject({
    result: 'beyond',
    reason: "Access policies don't allow this use",
  })
  expect(await decisions()).toMatchObject([{ allowed: false, set: part.set + 1 }, { set: part.set }, {}])
})
