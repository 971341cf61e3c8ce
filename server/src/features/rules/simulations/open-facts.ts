import type { Facts } from '@claviger/contract/decide/decisions'
import { canProvideFact, entryPoints, type FactName, everyFact } from '@claviger/contract/decide/entry-points'
import { policySignInMethodNames, policySignInMethods } from '@claviger/contract/decide/policy-content'
import { type Language, locales } from '@claviger/contract/platform/languages'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { keyKindNames, keyKinds } from '@claviger/contract/keys/security-keys'
import type { simulations } from '@claviger/contract/rules/simulations'
import { factsOf } from '#features/decide/decisions/decisions.ts'
import { type CompiledPolicySet, decide, type PolicySet } from '#features/decide/evaluator/evaluator.ts'
import { sayTo } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { namesOf } from './simulations.store.ts'
import { unusedId, unusedSite, type FactValues, valuesFor } from './fact-values.ts'

type Open = OutputOf<(typeof simulations)['calls']['simulate']['reply']>['open'][number]

interface Simulated {
  readonly set: PolicySet
  readonly compiled: CompiledPolicySet
  readonly asked: Partial<Facts>
  readonly facts: Facts
}

const mostValues = 200
const mostPeople = 30

interface Choice {
  readonly value: string
  readonly part: FactValues
  readonly name?: string
}

/**
 * Facts that were left open, with the values named in policies, and one other, that would change the decision.
 */
export async function openFacts(ctx: TransactionContext, { set, compiled, asked, facts }: Simulated): Promise<Open[]> {
  const { allowed } = decide(compiled, facts)
  const changed = (await choices(ctx, { set, compiled, asked, facts })).flatMap(({ fact, all }) => {
    const others = all
      .filter(({ part }) => decide(compiled, { ...facts, ...part }).allowed !== allowed)
      .slice(0, mostValues)
    return others.length > 0 ? [{ fact, others }] : []
  })
  const ids = changed.flatMap(({ others }) => others.flatMap(({ value, name }) => (name === undefined ? [value] : [])))
  const names = new Map((await namesOf(ctx.db, [...new Set(ids)])).map(({ id, name }) => [id, name]))
  return changed.map(({ fact, others }) => ({
    fact,
    values: others.map(({ value, name }) => ({ value, name: name ?? names.get(value) ?? value, allowed: !allowed })),
  }))
}

async function choices(
  ctx: TransactionContext,
  { set, compiled, asked, facts }: Simulated,
): Promise<{ fact: keyof Facts; all: Choice[] }[]> {
  const say = sayTo(ctx)
  const other = say('any other')
  const values = valuesFor(set, ctx.clock.now())
  const texts = (fact: 'account' | 'app' | 'rp' | 'ip', parts: readonly FactValues[], byName: boolean): Choice[] =>
    parts.flatMap(part => {
      const value = part[fact]
      if (typeof value !== 'string') return []
      const name = value === unusedId || value === unusedSite ? other : byName ? undefined : value
      return [{ value, part: { [fact]: value }, ...(name !== undefined && { name }) }]
    })
  const all: Partial<Record<keyof Facts, () => Promise<Choice[]> | Choice[]>> = {
    user: () => people(ctx, compiled, values.users, other),
    account: () => texts('account', values.accounts, true),
    keyKind: () =>
      Object.values(keyKinds).map(keyKind => ({
        value: String(keyKind),
        name: say(keyKindNames[keyKind] ?? ''),
        part: { keyKind },
      })),
    way: () => policySignInMethods.map(way => ({ value: way, name: say(policySignInMethodNames[way]), part: { way } })),
    rp: () => texts('rp', values.rpRestriction, false),
    app: () => texts('app', values.appRestriction, true),
    ip: () => texts('ip', values.ipRestriction, false),
    device: () => devices(values.devices, other),
    at: () => times(ctx.request.language ?? 'en', set, values.timeLimits),
    country: () => countries(ctx.request.language ?? 'en', values.locationRestriction),
    position: () => positions(values.locationRestriction),
    verified: () => [
      { value: 'true', name: say('Verified'), part: { verified: true } },
      { value: 'false', name: say('Not verified'), part: { verified: false } },
    ],
    signedInAt: () => [{ value: facts.at, name: say('Just signed in'), part: { signedInAt: facts.at } }],
  }
  const found: { fact: keyof Facts; all: Choice[] }[] = []
  for (const [name, choose] of Object.entries(all)) {
    const fact = name as keyof Facts
    const derived =
      fact === 'account'
        ? facts.user !== null
        : fact === 'country'
          ? facts.ip !== null
          : fact === 'way'
            ? facts.keyKind !== null
            : fact === 'keyKind' && facts.key !== null
    if (asked[fact] === undefined && !derived && isOpen(facts, fact)) found.push({ fact, all: await choose() })
  }
  return found
}

/** Whether an entry point could state a fact that was left open. Our own pages have one site. */
const isOpen = ({ entry }: Facts, fact: keyof Facts): boolean =>
  entry === null ||
  !everyFact.some(name => name === fact) ||
  (canProvideFact(entry, fact as FactName) && !(fact === 'rp' && entryPoints[entry].ownHost))

async function people(
  ctx: TransactionContext,
  compiled: CompiledPolicySet,
  parts: readonly FactValues[],
  other: string,
): Promise<Choice[]> {
  const found: Choice[] = []
  for (const { user } of parts.slice(-mostPeople)) {
    if (!user) continue
    const facts = await factsOf(ctx, { entry: null, user, ip: null }, compiled)
    const part = { user, account: user, groups: facts.groups, units: facts.units }
    found.push({ value: user, part, ...(user === unusedId && { name: other }) })
  }
  return found
}

const devices = (parts: readonly FactValues[], other: string): Choice[] =>
  parts.flatMap(({ device, deviceGroups = [] }): Choice[] => {
    const [group] = deviceGroups
    if (group !== undefined) return [{ value: group, part: { device: unusedId, deviceGroups } }]
    return device
      ? [{ value: device, part: { device, deviceGroups }, ...(device === unusedId && { name: other }) }]
      : []
  })

function times(language: Language, { policies }: PolicySet, parts: readonly FactValues[]): Choice[] {
  const zone = policies.find(
    ({
      content: {
        timeLimits: { spans, lists },
      },
    }) => spans.length + lists.length > 0,
  )?.content.zone
  if (zone === undefined) return []
  return parts.flatMap(({ at }) => {
    if (at === undefined) return []
    const name = new Date(at).toLocaleString(locales[language], {
      timeZone: zone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    })
    return [{ value: at, name, part: { at } }]
  })
}

function countries(language: Language, parts: readonly FactValues[]): Choice[] {
  const names = new Intl.DisplayNames(locales[language], { type: 'region' })
  const all = new Set(parts.flatMap(({ country }) => country ?? []))
  return [...all].map(country => ({ value: country, name: names.of(country) ?? country, part: { country } }))
}

function positions(parts: readonly FactValues[]): Choice[] {
  const all = new Map(
    parts.flatMap(({ position }) =>
      position ? [[`${position.latitude.toFixed(3)}, ${position.longitude.toFixed(3)}`, position] as const] : [],
    ),
  )
  return [...all].map(([text, position]) => ({ value: text, name: text, part: { position } }))
}
