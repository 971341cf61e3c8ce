import { registration } from '@claviger/contract/access/registration'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { asAssertion, asRegistration, type SoftwareKey, softwareKey } from './authenticator.ts'
import type { Caller, TestApp } from '../app/test-app.ts'

/** Makes proof-of-work challenges trivial. */
export const easyProofOfWork = { ROBOT_COST: '1' }

/** Settings with every optional registration step. */
export const everyStep = { ...easyProofOfWork, REGISTRATION_STEPS: 'password,phone,confirm-identity' }

export async function proofOf(riddle: string): Promise<string> {
  const challenge = JSON.parse(riddle) as Challenge
  const solution = await solveChallenge({ challenge, counterMode: 'uint32', deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

export async function solveProofOfWork(house: TestApp): Promise<string> {
  const { challenge } = await house.as(undefined).tell(registration.robotCheck, {})
  return proofOf(challenge)
}

export const newKey = (house: TestApp): SoftwareKey => softwareKey({ origin: house.world.config.publicUrl })

export interface Registrant {
  session: string
  email: string
  key: SoftwareKey
  call: Caller
}

type Kind = 'work' | 'school' | 'personal'

type More = Partial<InputOf<typeof registration.stepOne.input>>

/** Begins a registration, whose email is not verified yet. */
export async function begin(house: TestApp, kind: Kind, email: string, more: More = {}): Promise<Registrant> {
  const robotProof = await solveProofOfWork(house)
  const { session } = await house
    .as(undefined)
    .tell(registration.stepOne, { kind, email, agreed: true, robotProof, ...more })
  return { session, email, key: newKey(house), call: house.as(session) }
}

export async function beginProven(house: TestApp, kind: Kind, email: string, more: More = {}): Promise<Registrant> {
  const who = await begin(house, kind, email, more)
  await who.call.tell(registration.verifyPersonalInfo, { code: await codeTo(house, email) })
  return who
}

export const addPasskey = async ({ call, key }: Registrant) => {
  const { creation } = await call.tell(registration.challenge, {})
  return call.tell(registration.storePasskey, asRegistration(key.create(creation)))
}

export const samplePerson = {
  firstName: 'Ada',
  lastName: 'Byron',
  phoneNumber: { countryCode: '+47', mobileNumber: '41234567' },
}
export const anAddress = {
  country: 'NO',
  province: '',
  city: 'Oslo',
  address: 'Karl Johans gate 1',
  postalCode: '0154',
}

export async function provePerson(house: TestApp, who: Registrant, passkey = true): Promise<void> {
  const { step } = await who.call.tell(registration.state, {})
  if (step === 'verify-personal-info')
    await who.call.tell(registration.verifyPersonalInfo, { code: await codeTo(house, who.email) })
  await who.call.tell(registration.password, {})
  if (passkey) await addPasskey(who)
  else await who.call.tell(registration.skipPasskey, {})
  await who.call.tell(registration.completePersonalInfo, samplePerson)
}

export async function nameWorkspace({ call }: Registrant, url: string, icon?: string): Promise<void> {
  await call.tell(registration.address, anAddress)
  await call.tell(registration.workspace, { name: 'Analytical Engines', url, icon })
}

export async function confirm({ call, key }: Registrant) {
  const { request } = await call.tell(registration.identityOptions, {})
  if (!request) throw new Error('no passkey to confirm with')
  return call.tell(registration.confirmIdentity, { assertion: asAssertion(key.get(request)) })
}

export async function codeTo(house: TestApp, address: string, except?: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const { code } = await house.mailTo(address)
    if (code !== undefined && code !== except) return code
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`no code to ${address}`)
}
