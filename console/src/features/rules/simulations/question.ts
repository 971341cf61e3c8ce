import { canProvideFact, entryPoints, type EntryPointName, everyFact } from '@claviger/contract/decide/entry-points'
import type { PolicySignInMethod } from '@claviger/contract/decide/policy-content'
import type { SimulationQuestion } from '@claviger/contract/rules/simulations'
import { msg } from '#platform/text/text.ts'

/** Input of the simulator; null and '' mean unspecified. */
export interface SimulatorQuestion {
  entry: EntryPointName | null
  user: string | null
  account: string | null
  key: string | null
  keyKind: number | null
  way: PolicySignInMethod | null
  device: string | null
  app: string | null
  rp: string
  ip: string
  country: string | null
  at: string
  verified: boolean | null
}

const two = (number: number) => String(number).padStart(2, '0')

const localOf = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`

/** Only the time is set, to now. */
export const openQuestion = (): SimulatorQuestion => ({
  entry: null,
  user: null,
  account: null,
  key: null,
  keyKind: null,
  way: null,
  device: null,
  app: null,
  rp: '',
  ip: '',
  country: null,
  at: localOf(new Date()),
  verified: null,
})

/** Whether the simulator shows a field for a fact: some chosen entry point must provide it, and none must determine it. */
export function isAsked(entry: EntryPointName | null, name: string): boolean {
  const fact = everyFact.find(one => one === name)
  if (entry === null || fact === undefined) return true
  return canProvideFact(entry, fact) && !(fact === 'rp' && entryPoints[entry].ownHost)
}

/** Nothing but the time is set. */
export const isOpen = (facts: SimulationQuestion): boolean => Object.keys(facts).every(fact => fact === 'at')

export function factsOf(question: SimulatorQuestion): SimulationQuestion {
  const { at, rp, ip, ...rest } = question
  const said = { ...rest, rp: rp.trim().toLowerCase(), ip: ip.trim() }
  const facts = Object.fromEntries(
    Object.entries(said).filter(([fact, value]) => value !== null && value !== '' && isAsked(question.entry, fact)),
  )
  const when = new Date(at)
  return { ...facts, ...(at === '' || Number.isNaN(when.getTime()) ? {} : { at: when.toISOString() }) }
}

export function questionOf(facts: SimulationQuestion): SimulatorQuestion {
  const { entry, user, account, key, keyKind, way, device, app, rp, ip, country, at, verified } = facts
  const open = openQuestion()
  return {
    entry: entry ?? null,
    user: user ?? null,
    account: account ?? null,
    key: key ?? null,
    keyKind: keyKind ?? null,
    way: way ?? null,
    device: device ?? null,
    app: app ?? null,
    rp: rp ?? '',
    ip: ip ?? '',
    country: country ?? null,
    at: at === undefined ? open.at : localOf(new Date(at)),
    verified: verified ?? null,
  }
}

export const factNames: Readonly<Record<string, string>> = {
  entry: msg('Used at'),
  user: msg('User'),
  account: msg('Account used'),
  key: msg('Key'),
  keyKind: msg('Key type'),
  way: msg('Sign-in method'),
  device: msg('Device'),
  app: msg('Application'),
  rp: msg('Site'),
  ip: msg('IP address'),
  country: msg('Country'),
  position: msg('Position'),
  at: msg('Time'),
  verified: msg('User verified'),
  model: msg('Model'),
  signedInAt: msg('Signed in'),
}
