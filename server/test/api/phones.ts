import { approvals } from '@claviger/contract/access/approvals'
import { registration } from '@claviger/contract/access/registration'
import { push } from '@claviger/contract/keys/push'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { keyActivation } from '@claviger/contract/keys/key-activation'
import { asAssertion, asRegistration, type SoftwareKey } from './authenticator.ts'
import type { TestApp } from '../app/test-app.ts'
import { newKey } from './registering.ts'

/** A user with an active phone; `before` runs before the assignment and returns further input for it. */
export async function withPhone(
  home: TestApp,
  last: string,
  before: (user: string) => Promise<object | undefined> = () => Promise.resolve(undefined),
) {
  const { as, given } = home
  const admin = as((await given.session(given.administrator)).accessToken)
  const user = await given.addUser('Phone', last)
  const more = await before(user)
  const { key, link } = await admin.tell(keyAssignment.add, { userId: user, type: 1, activation: 1, ...more })
  const text = new URL(link as string).searchParams.get('link') as string
  const me = as((await as(undefined).tell(keyActivation.open, { link: text })).session)
  const { creation } = await me.tell(registration.challenge, {})
  const phone = newKey(home)
  await me.tell(keyActivation.addHardware, { authenticationInfo: asRegistration(phone.create(creation)), name: 'Mine' })
  const { accessToken } = await given.session({ id: user, workspace: given.owner.workspace })
  return { user, key: key.id, phone, email: `phone.${last.toLowerCase()}@northgate.example`, accessToken }
}

export const subscribe = (
  { as }: TestApp,
  accessToken: string,
  browser: { endpoint: string; keys: { p256dh: string; auth: string } },
) => as(accessToken).tell(push.subscribe, browser)

export async function decideApproval(
  { as }: TestApp,
  link: string,
  phone: SoftwareKey,
  pick: (numbers: number[]) => number,
) {
  const request = new URL(link, 'http://localhost').searchParams.get('request') as string
  const seen = await as(undefined).tell(approvals.look, { request })
  return { session: seen.session, number: pick(seen.numbers), assertion: asAssertion(phone.get(seen.options)) }
}

export const answerWith = async (
  home: TestApp,
  link: string,
  phone: SoftwareKey,
  pick: (numbers: number[]) => number,
) => home.as(undefined).ask(approvals.answer, await decideApproval(home, link, phone, pick))
