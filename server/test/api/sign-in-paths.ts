import { account } from '@claviger/contract/access/account'
import { approvals } from '@claviger/contract/access/approvals'
import { authenticationProfiles } from '@claviger/contract/access/authentication-profiles'
import { registration } from '@claviger/contract/access/registration'
import { signIn } from '@claviger/contract/access/sign-in'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { groups } from '@claviger/contract/people/groups'
import { sharing } from '@claviger/contract/keys/sharing'
import { expect } from 'vitest'
import { openSession } from '../../src/features/access/sessions/sessions.ts'
import type { SessionMethod } from '../../src/features/access/sessions/sessions.store.ts'
import { makeLink } from '../../src/features/people/account-links/account-links.ts'
import { transact } from '../../src/platform/db/transaction.ts'
import { asRegistration } from './authenticator.ts'
import { testData } from './test-data.ts'
import { fingersOf, registerFingerReader, signInByFinger } from './finger-reader.ts'
import type { TestApp } from '../app/test-app.ts'
import { addPasskey, signInWith } from './passkeys.ts'
import { answerWith, withPhone } from './phones.ts'
import { assignCard } from './reader.ts'
import { newKey } from './registering.ts'

export const PIN = '274936'
const PASSWORD = 'correct horse battery'

export interface OpenedAccess {
  user: string
  accessToken: string
  refreshToken: string
  key?: string
  passkey?: string
  person?: string
  besides?: Pick<OpenedAccess, 'accessToken' | 'refreshToken'>
  finger?: string
}

export async function signInPaths(home: TestApp): Promise<Record<string, () => Promise<OpenedAccess>>> {
  const { as, given, world, mailTo } = home
  const { owner, addGroup } = testData(home)
  const set = (text: string, ...values: unknown[]) => world.superPool.query(text, values)
  const here = given.owner.workspace
  const from = {
    actor: { kind: 'nobody' },
    request: { id: 'test', ip: '127.0.0.1', userAgent: '' },
    workspace: here,
  } as const

  let count = 0
  const newPerson = async (first: string) => {
    const last = `Number${++count}`
    return { user: await given.addUser(first, last), email: `${first}.${last}@northgate.example`.toLowerCase() }
  }
  const newest = async (user: string, of: 'id' | 'security_key_id') =>
    String((await set(`select ${of} as it from credentials where user_id = $1`, user)).rows[0].it)
  const tokensIn = ({ status, body }: { status: number; body: Record<string, unknown> }) => {
    expect(status, JSON.stringify(body)).toBe(200)
    return body as unknown as { accessToken: string; refreshToken: string }
  }
  const card = () => `04${(0xc0ffee + ++count).toString(16)}`.toUpperCase()
  const byCard = (cardId: string, more = {}) =>
    as(undefined).ask(signIn.cardLogin, { cardId, pin: PIN, where: 'northgate', ...more })

  const texted = await addGroup('Texted')
  await (
    await owner()
  ).tell(authenticationProfiles.create, { name: 'Phones', type: 'managed', methods: ['sms', 'call'], groups: [texted] })
  const opened = (user: string, method: SessionMethod) =>
    transact(world, from, ctx => openSession(ctx, { user, method, verified: method === 'command' }))
  const reader = await registerFingerReader(home)

  return {
    async passkey() {
      const { user } = await newPerson('Passkey')
      const { key, passkey } = await addPasskey(home, (await given.session({ id: user, workspace: here })).accessToken)
      const tokens = tokensIn(await signInWith(home, key))
      return { user, ...tokens, passkey: passkey.id, key: await newest(user, 'security_key_id') }
    },
    async 'badge and PIN'() {
      const { user } = await newPerson('Badge')
      const cardId = card()
      const key = await assignCard(home, user, cardId, PIN)
      return { user, ...tokensIn(await byCard(cardId)), key, passkey: await newest(user, 'id') }
    },
    async 'approval on the phone'() {
      const { user, key, phone, email } = await withPhone(home, `Number${++count}`)
      const asked = await as(undefined).tell(approvals.begin, { email })
      await answerWith(home, asked.link, phone, () => asked.number)
      const tokens = tokensIn(await as(asked.session).ask(approvals.finish))
      return { user, ...tokens, key, passkey: await newest(user, 'id') }
    },
    async 'mailed code'() {
      const { user, email } = await newPerson('Code')
      const { session } = await as(undefined).tell(signIn.emailInitial, { email })
      const { code } = await mailTo(email)
      return { user, ...tokensIn(await as(session).ask(signIn.emailLogin, { code })) }
    },
    async password() {
      const { user, email } = await newPerson('Password')
      const { accessToken } = await given.session({ id: user, workspace: here })
      await as(accessToken).tell(account.changePassword, { password: PASSWORD })
      const { session } = await as(undefined).tell(signIn.emailInitial, { email })
      return { user, ...tokensIn(await as(session).ask(signIn.emailLogin, { pin: PASSWORD })) }
    },
    async link() {
      const { user } = await newPerson('Link')
      const address = await transact(world, from, ctx => makeLink(ctx, { user, purpose: 'activation', lastsDays: 3 }))
      const link = new URL(address).searchParams.get('link') ?? ''
      const call = as((await as(undefined).tell(registration.verify, { link })).session ?? '')
      const { creation } = await call.tell(registration.challenge, {})
      const { tokens } = await call.tell(registration.storePasskey, asRegistration(newKey(home).create(creation)))
      if (!tokens) throw new Error('no tokens came')
      return { user, ...tokens, passkey: await newest(user, 'id'), key: await newest(user, 'security_key_id') }
    },
    async 'shared account by badge'() {
      const [{ user: person }, { user }] = [await newPerson('Person'), await newPerson('Kiosk')]
      const [own, kiosk] = [card(), card()]
      const key = await assignCard(home, person, own, PIN)
      await assignCard(home, user, kiosk, PIN)
      await (await owner()).tell(sharing.add, { id: user, users: [person], groups: [] })
      tokensIn(await byCard(kiosk))
      return { user, person, ...tokensIn(await byCard(own, { account: user })), key, passkey: await newest(user, 'id') }
    },
    async command() {
      const { user } = await newPerson('Command')
      return { user, ...(await opened(user, 'command')) }
    },
    async 'another provider'() {
      const { user } = await newPerson('External')
      return { user, ...(await opened(user, 'external')) }
    },
    async 'text message, and call'() {
      const number = { phone_country: '+49', phone_number: `1701${String(200_000 + ++count)}` }
      const user = await given.addUser('Phoned', `Number${count}`, number)
      await (await owner()).tell(groups.addMembers, { groupId: texted, users: [user] })
      return { user, ...(await opened(user, 'sms')), besides: await opened(user, 'call') }
    },
    async finger() {
      const { user } = await newPerson('Finger')
      const admin = await owner()
      const { key, challenge } = await admin.tell(keyAssignment.add, { userId: user, type: 5, activation: 1 })
      await reader.enrol(challenge as string, 'Thumb')
      const finger = (await fingersOf(admin, key.id))['Thumb'] as string
      const tokens = tokensIn(await signInByFinger(home, reader.finger(finger)))
      return { user, ...tokens, key: key.id, passkey: await newest(user, 'id'), finger }
    },
    async demo() {
      // The demo owner can be neither suspended nor demoted, so another owner is added first
      const { user } = await newPerson('Demo')
      await set('update workspaces set demo = true where id = $1', here)
      await set(`insert into administrators (workspace_id, user_id, role) values ($1, $2, 1)`, here, user)
      await set(`update users set created_at = created_at - interval '1 year' * $2 where id = $1`, user, ++count)
      return { user, ...tokensIn(await as(undefined).ask(signIn.demo, {})) }
    },
  }
}
