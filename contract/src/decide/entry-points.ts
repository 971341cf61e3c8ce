import * as z from 'zod/mini'
import type { PolicySignInMethod } from './policy-content.ts'

/** Where a policy decision is made. */
export const everyEntryPoint = [
  'own-passkey',
  'own-card',
  'own-reader',
  'own-phone',
  'own-code',
  'own-password',
  'own-provider',
  'own-link',
  'saml',
  'oidc-authorize',
  'oidc-refresh',
  'oidc-device',
  'forward-auth',
  'second-factor',
  'site',
  'computer',
  'computer-offline',
] as const
export type EntryPointName = (typeof everyEntryPoint)[number]
export const EntryPointName = z.enum(everyEntryPoint)

/** Facts that an entry point declares. Groups and units follow the user, device groups follow the device. */
export const everyFact = [
  'user',
  'account',
  'key',
  'keyKind',
  'model',
  'way',
  'rp',
  'app',
  'ip',
  'country',
  'device',
  'position',
  'verified',
  'signedInAt',
] as const
export type FactName = (typeof everyFact)[number]

/** Why a fact has no value, if it is not merely unknown: there is none, or it can't be known at this entry point. */
export const factAbsences = ['none', 'unknowable'] as const
export type FactAbsence = (typeof factAbsences)[number]
export const AbsentFacts = z.partialRecord(z.enum(everyFact), z.enum(factAbsences))
export type AbsentFacts = z.output<typeof AbsentFacts>

/**
 * What an entry point can state about a fact, and what a missing value means there. `known`: unknown.
 * `known-or-none`: there is none. `known-or-unknowable`: it can't be known. `none` and `unknowable`: never a value.
 */
export type FactDeclaration = 'known' | 'known-or-none' | 'known-or-unknowable' | 'none' | 'unknowable'

/** Kinds of entry points that administrators distinguish. */
export const entryPlaces = ['sign-in-page', 'application', 'site', 'computer', 'computer-offline'] as const
export type EntryPlace = (typeof entryPlaces)[number]

export interface EntryPoint {
  readonly place: EntryPlace
  /** The site is the host of this server. */
  readonly ownHost: boolean
  /** Policies never block administrators who sign in to their own account here. */
  readonly exemptsAdministrators: boolean
  readonly facts: Readonly<Record<FactName, FactDeclaration>>
  /** Meaning of missing facts, derived from `facts`. */
  readonly absent: AbsentFacts
}

type Declared = Record<FactName, FactDeclaration>

const everything: Declared = {
  user: 'known',
  account: 'known',
  key: 'known',
  keyKind: 'known',
  model: 'known',
  way: 'known',
  rp: 'known',
  app: 'none',
  ip: 'known',
  country: 'known',
  device: 'known',
  position: 'unknowable',
  verified: 'known',
  signedInAt: 'known',
}

const noKey = { key: 'none', keyKind: 'none', model: 'none', verified: 'none' } as const

const ownPage = (facts: Partial<Declared> = {}): EntryPoint =>
  declared(
    { place: 'sign-in-page', ownHost: true, exemptsAdministrators: true },
    { ...everything, device: 'unknowable', ...facts },
  )

// The session states how the user signed in. Its passkey might have been used without a key, and its phone might have
// sent no location
const application = (): EntryPoint =>
  declared(
    { place: 'application', ownHost: true, exemptsAdministrators: false },
    {
      ...everything,
      key: 'known-or-none',
      keyKind: 'known-or-none',
      model: 'known-or-none',
      way: 'known-or-none',
      verified: 'known-or-none',
      app: 'known',
      device: 'unknowable',
      position: 'known-or-unknowable',
    },
  )

function declared(of: Pick<EntryPoint, 'place' | 'ownHost' | 'exemptsAdministrators'>, facts: Declared): EntryPoint {
  const absent: AbsentFacts = {}
  for (const fact of everyFact) {
    const means = meaningOf[facts[fact]]
    if (means !== undefined) absent[fact] = means
  }
  return { ...of, facts, absent }
}

const meaningOf: Record<FactDeclaration, FactAbsence | undefined> = {
  known: undefined,
  'known-or-none': 'none',
  'known-or-unknowable': 'unknowable',
  none: 'none',
  unknowable: 'unknowable',
}

/** What each entry point can state: the only declaration, for decisions, simulator, replay, warnings, and previews. */
export const entryPoints: Readonly<Record<EntryPointName, EntryPoint>> = {
  'own-passkey': ownPage(),
  'own-card': ownPage(),
  // A reader presents the card to the browser, as at any other site, and names its computer
  'own-reader': declared({ place: 'site', ownHost: true, exemptsAdministrators: true }, everything),
  'own-phone': ownPage({ position: 'known' }),
  'own-code': ownPage(noKey),
  'own-password': ownPage(noKey),
  'own-provider': ownPage(noKey),
  // The link signs in with the passkey that it creates
  'own-link': ownPage(),
  saml: application(),
  'oidc-authorize': application(),
  'oidc-refresh': application(),
  'oidc-device': application(),
  'forward-auth': application(),
  'second-factor': application(),
  site: declared({ place: 'site', ownHost: false, exemptsAdministrators: false }, everything),
  computer: declared({ place: 'computer', ownHost: true, exemptsAdministrators: false }, everything),
  'computer-offline': declared(
    { place: 'computer-offline', ownHost: true, exemptsAdministrators: false },
    { ...everything, ip: 'unknowable', country: 'unknowable' },
  ),
}

/** Entry point on our own page of each sign-in method. */
export const ownEntryPoints: Readonly<Record<PolicySignInMethod, EntryPointName>> = {
  passkey: 'own-passkey',
  'badge-pin': 'own-card',
  badge: 'own-card',
  phone: 'own-phone',
  code: 'own-code',
  sms: 'own-code',
  call: 'own-code',
  password: 'own-password',
  external: 'own-provider',
  link: 'own-link',
}

/** Whether an entry point can ever state a fact. */
export const canProvideFact = (entry: EntryPointName, fact: FactName): boolean =>
  !['none', 'unknowable'].includes(entryPoints[entry].facts[fact])

export const entryPointNames = {
  'own-passkey': 'Sign-in page, passkey or security key',
  'own-card': 'Sign-in page, access card',
  'own-reader': 'Sign-in page, access card at a reader',
  'own-phone': 'Sign-in page, approval on a phone',
  'own-code': 'Sign-in page, code',
  'own-password': 'Sign-in page, password',
  'own-provider': 'Sign-in page, identity provider',
  'own-link': 'Invitation or recovery link',
  saml: 'Application, SAML',
  'oidc-authorize': 'Application, OpenID Connect',
  'oidc-refresh': 'Application, renewal of tokens',
  'oidc-device': 'Application, device flow',
  'forward-auth': 'Application behind a proxy',
  'second-factor': 'Second factor for another system',
  site: 'Website, key or browser extension',
  computer: 'Computer',
  'computer-offline': 'Computer, offline',
} as const satisfies Record<EntryPointName, string>
