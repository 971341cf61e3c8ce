// A key must follow its settings, whether they were set at creation or later.
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { computers } from '@claviger/contract/keys/computers'
import { devices } from '@claviger/contract/keys/devices'
import { push } from '@claviger/contract/keys/push'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { activity } from '@claviger/contract/oversight/activity'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { computersOf, signInAt } from '../api/agents.ts'
import { startTestApp } from '../app/test-app.ts'
import { signInWith } from '../api/passkeys.ts'
import { withPhone } from '../api/phones.ts'
import { cardAt, registerReader } from '../api/reader.ts'

const home = await startTestApp()
const { as, given } = home
const admin = as(given.administrator.accessToken)
const register = await computersOf(home)
const reader = as(await registerReader(home))

const usual = {
  phoneVerification: 1,
  cardVerification: 4,
  credentialStorageLocation: 1,
  proximity: false,
  audit: true,
  offlineLogin: false,
  rememberedPinHours: 0,
} as const
type Wish = { -readonly [Name in keyof typeof usual]?: (typeof usual)[Name] | number | boolean }

let count = 0
const policyOf = (wish: Wish) =>
  admin.tell(tokenPolicies.create, { ...usual, ...wish, name: `Policy ${++count}` } as never)

async function ofWorkspace(wish: Wish) {
  const { proximity, offlineLogin, audit, rememberedPinHours, ...verification } = { ...usual, ...wish }
  await admin.tell(workspaceSettings.securityKeySetting, {
    cardVerification: verification.cardVerification === 3 ? 'pinless' : 'pin',
    phoneVerification: verification.phoneVerification === 4 ? 'client-pin' : 'always',
    credentialStorage: 1,
    offline: Boolean(offlineLogin),
    audit: Boolean(audit),
    keysPerUser: null,
  })
  await admin.tell(workspaceSettings.proximity, { proximity: Boolean(proximity) })
  const hours = Number(rememberedPinHours)
  await admin.tell(workspaceSettings.pinPolicy, { rules: [{ type: 5, value: 4 }], rememberedPinHours: hours })
}

interface Way {
  before?: (user: string, wish: Wish, kind: 1 | 2) => Promise<object | undefined>
  after?: (key: string, wish: Wish, user: string) => Promise<unknown>
}

const changeable = ({ phoneVerification: _phone, cardVerification: _card, ...rest }: Wish) => rest
const verified = async (key: string, { phoneVerification, cardVerification }: Wish) => {
  const verification = phoneVerification ?? cardVerification
  if (verification === undefined) return
  await admin.tell(keyActCalls.verification, { ids: [key], verification: verification as 4, pins: 'later' })
}

const ways: Record<string, Way> = {
  'the workspace': {
    async before(_user, wish) {
      await ofWorkspace(wish)
      return undefined
    },
  },
  'the policy of its user': {
    async before(user, wish) {
      const { id } = await policyOf(wish)
      await admin.tell(tokenPolicies.ofUsers, { ids: [user], tokenPolicy: id })
      return undefined
    },
  },
  'its assignment': {
    before(_user, wish, kind) {
      const { phoneVerification, cardVerification, ...rest } = { ...usual, ...wish }
      const verification = kind === 1 ? phoneVerification : cardVerification
      return Promise.resolve({ settings: { ...rest, verification, credentialStorageLocation: kind } })
    },
  },
  'an edit by an administrator': {
    async after(key, wish) {
      await admin.tell(securityKeys.update, { id: key, ...changeable(wish) } as never)
      await verified(key, wish)
    },
  },
  'a bulk action on keys': {
    async after(key, wish) {
      if (wish.offlineLogin !== undefined)
        await admin.tell(keyActCalls.offline, { ids: [key], offline: Boolean(wish.offlineLogin) })
      await verified(key, wish)
    },
  },
  'a policy assigned to it': {
    async after(key, wish) {
      const { id } = await policyOf(wish)
      await admin.tell(keyActCalls.policy, { ids: [key], tokenPolicy: id })
    },
  },
  'a policy assigned to its user, for existingKeys': {
    async after(_key, wish, user) {
      const { id } = await policyOf(wish)
      await admin.tell(tokenPolicies.ofUsers, { ids: [user], tokenPolicy: id, existingKeys: true })
    },
  },
}
const all = Object.keys(ways)
// A policy doesn't change an existing key's verification, and an act changes only what it states
const thatVerify = all.filter(way => !way.startsWith('a policy assigned'))
const thatChange = all.filter(way => way !== 'a bulk action on keys')

async function phoneBy(way: string, wish: Wish) {
  const { before, after } = ways[way] as Way
  await ofWorkspace({})
  const made = await withPhone(home, `Number${++count}`, user => before?.(user, wish, 1) ?? Promise.resolve(undefined))
  await after?.(made.key, wish, made.user)
  return made
}

async function computer() {
  const pc = await register(`PC-${++count}`)
  await admin.tell(devices.offline, { ids: [pc.id], hasOfflineAccess: true, uses: 5, hours: 24 })
  await admin.tell(computers.update, { _id: pc.id, rememberedPinHours: 100 })
  return pc
}

test.each(thatVerify)('a card requires its PIN or none, as %s says (cardVerification)', async way => {
  for (const [cardVerification, status] of [
    [3, 0x00],
    [4, 0x36],
  ] as const) {
    const { before, after } = ways[way] as Way
    const wish: Wish = { cardVerification }
    await ofWorkspace({ cardVerification: way === 'the workspace' ? cardVerification : 7 - cardVerification })
    const user = await given.addUser('Card', `Holder${++count}`)
    const cardId = (0xabc000 + count).toString(16)
    const more = await before?.(user, wish, 2)
    const asked = { userId: user, type: 2, activation: 1, cardId, cardFormat: 'hex', ...more } as const
    const { key } = await admin.tell(keyAssignment.add, asked)
    await after?.(key.id, wish, user)
    expect([cardVerification, (await cardAt(reader, cardId).make()).status]).toEqual([cardVerification, status])
  }
})

test.each(thatVerify)('a phone approves sign-ins unless %s says otherwise (phoneVerification)', async way => {
  const phones = async (phoneVerification: number) =>
    (await as((await phoneBy(way, { phoneVerification })).accessToken).tell(push.own)).phones.length
  expect([await phones(1), await phones(4)]).toEqual([1, 0])
})

test.each(thatChange)(
  'a phone that must be near cannot approve a distant sign-in, as %s says (proximity)',
  async way => {
    const phones = async (proximity: boolean) =>
      (await as((await phoneBy(way, { proximity })).accessToken).tell(push.own)).phones.length
    expect([await phones(false), await phones(true)]).toEqual([1, 0])
  },
)

test.each(all)('a key works offline or not, as %s says (offlineLogin)', async way => {
  const pc = await computer()
  const uses = async (offlineLogin: boolean) =>
    (await signInAt(home, pc, (await phoneBy(way, { offlineLogin })).phone)).body['offline']
  expect(await uses(false)).toBeNull()
  expect(await uses(true)).toMatchObject({ uses: 5 })
})

test.each(thatChange)('a PIN is remembered as long as %s says (rememberedPinHours)', async way => {
  const pc = await computer()
  for (const rememberedPinHours of [0, 7]) {
    const { phone } = await phoneBy(way, { rememberedPinHours })
    expect((await signInAt(home, pc, phone)).body).toMatchObject({ rememberedPinHours })
  }
})

test.each(thatChange)('the log names the used key or not, as %s says (audit)', async way => {
  const pc = await computer()
  const reads = as((await given.session(given.administrator)).accessToken)
  for (const audit of [true, false]) {
    const { user, key, phone } = await phoneBy(way, { audit })
    expect((await signInWith(home, phone)).status).toBe(200)
    expect((await signInAt(home, pc, phone)).status).toBe(200)
    const { items } = await reads.tell(activity.list, { user, action: ['sign-in.passkey', 'device.used'] })
    // The sign-in itself is still logged: it opens a session and is counted
    expect(items.map(line => line.action).toSorted()).toEqual(['device.used', 'sign-in.passkey'])
    const said = JSON.stringify(items)
    expect([audit, said.includes(key), said.includes('Mine')]).toEqual([audit, audit, audit])
  }
})
