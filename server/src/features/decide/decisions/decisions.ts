import { type Facts, emptyFacts, type PolicyStep, type Verdict } from '@claviger/contract/decide/decisions'
import { type EntryPointName, entryPoints } from '@claviger/contract/decide/entry-points'
import { policyActions, type StrengthLevel, type PolicySignInMethod } from '@claviger/contract/decide/policy-content'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { days, later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { type StatementParts, runParts } from '#platform/db/parts.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { levelOfKey, strengthsMet } from '../strengths/strengths.meet.ts'
import { ownStrengths, type WorkspaceStrengths } from '../strengths/strengths.ts'
import { countryOf } from '../evaluator/evaluator.countries.ts'
import { setInForce, setOfVersion } from '../evaluator/evaluator.in-force.ts'
import { compile, type CompiledPolicySet, decide, explain } from '../evaluator/evaluator.ts'
import { findFacts, hasRole, membershipsOf, reportPart, reportsSince } from './decisions.store.ts'

// Public API of the module: every use of a key must be decided here

/** Facts that the caller already knows; others are loaded if the policies need them. */
export interface KnownFacts extends Partial<Facts> {
  /** Where it is used; null in simulations of a use anywhere. */
  readonly entry: EntryPointName | null
  readonly user: string | null
  readonly computer?: string | undefined
  readonly administrator?: boolean
  /** The preset of authentication strengths that the sign-in meets; derived from the key if omitted. */
  readonly level?: StrengthLevel
  /** Version of all policies if it was read together with the key, null if there are none; read if omitted. */
  readonly version?: number | null
}

export interface Decision {
  readonly verdict: Verdict
  readonly facts: Facts
  readonly set: CompiledPolicySet
  readonly exempt: boolean
}

const none = compile({ version: 0, defaultAction: policyActions.allow, policies: [], lists: [] })

/** The IP address without a zone; null if empty. */
const addressOf = (ip: string) => ip.split('%')[0]?.slice(0, 45) || null

/** Sign-in method of a kind of key; null if unknown. */
export function methodOfKey({
  keyKind = null,
  verified,
}: Partial<Pick<Facts, 'keyKind' | 'verified'>>): PolicySignInMethod | null {
  if (keyKind === null) return null
  if (keyKind === keyKinds.accessCard) return verified === true ? 'badge-pin' : 'badge'
  return keyKind === keyKinds.smartphone ? 'phone' : 'passkey'
}

/** All facts of a use: known ones, and others from one statement, limited to those the policy set needs. */
export async function factsOf(ctx: TransactionContext, known: KnownFacts, set?: CompiledPolicySet): Promise<Facts> {
  const asks = (name: Parameters<CompiledPolicySet['asks']['has']>[0]) => set === undefined || set.asks.has(name)
  const { user } = known
  const groups = user !== null && known.groups === undefined && asks('groups')
  const units = user !== null && known.units === undefined && asks('units')
  const signedIn = user !== null && known.signedInAt === undefined && asks('demands')
  const at = asks('devices') && known.deviceGroups === undefined
  const device = at ? (known.device ?? null) : null
  const computer = at && known.device === undefined ? (known.computer ?? null) : null
  const found =
    groups || units || signedIn || device !== null || computer !== null
      ? await findFacts(ctx.db, { user, groups, units, signedIn, device, computer })
      : undefined
  const ip = known.ip === undefined ? addressOf(ctx.request.ip) : known.ip
  const entry = known.entry === null ? undefined : entryPoints[known.entry]
  return {
    entry: known.entry,
    user,
    ...groupsIn(known.groups ?? found?.groups ?? []),
    units: known.units ?? found?.units ?? [],
    account: known.account === undefined ? user : known.account,
    key: known.key ?? null,
    keyKind: known.keyKind ?? null,
    way: known.way === undefined ? methodOfKey(known) : known.way,
    model: known.model ?? null,
    rp: known.rp ?? (entry?.ownHost === true ? ownHostOf(ctx.config) : null),
    app: known.app ?? null,
    ip,
    device: known.device ?? found?.device ?? null,
    deviceGroups: known.deviceGroups ?? found?.device_groups ?? [],
    at: known.at ?? ctx.clock.now().toISOString(),
    country: known.country === undefined ? (ip !== null && asks('countries') ? countryOf(ip) : null) : known.country,
    position: known.position ?? null,
    verified: known.verified ?? null,
    signedInAt: known.signedInAt === undefined ? (found?.signed_in_at?.toISOString() ?? null) : known.signedInAt,
    absent: entry?.absent,
    // An offline device doesn't have the workspace's strengths
    ...(set?.asks.has('strengths') === true && {
      strengths:
        entry?.place === 'computer-offline' ? [] : await strengthsIn(ctx, known, set, found?.signed_in_at ?? null),
    }),
  }
}

const endedMark = 'ended:'

export const endedGroup = (id: string): string => `${endedMark}${id}`

/** Splits the groups of a user as the database returns them: membership in a group that ended is marked. */
export function groupsIn(all: readonly string[]): Pick<Facts, 'groups' | 'endedGroups'> {
  const ended = all.filter(one => one.startsWith(endedMark)).map(one => one.slice(endedMark.length))
  return {
    groups: all.filter(one => !one.startsWith(endedMark)),
    ...(ended.length > 0 && { endedGroups: ended }),
  }
}

const strengthsOfSet = new WeakMap<CompiledPolicySet, Promise<WorkspaceStrengths>>()

/** The authentication strengths that a use meets. A changed strength increments the version of the set. */
async function strengthsIn(
  ctx: TransactionContext,
  known: KnownFacts,
  set: CompiledPolicySet,
  last: Date | null,
): Promise<string[]> {
  const reading = strengthsOfSet.get(set) ?? ownStrengths(ctx)
  strengthsOfSet.set(set, reading)
  reading.catch(() => strengthsOfSet.delete(set))
  const { keyKind = null, model = null, signedInAt } = known
  const verified = known.verified === true
  const way = known.way === undefined ? methodOfKey(known) : known.way
  const level = known.level ?? levelOfKey({ keyKind, copied: keyKind !== null && verified ? true : null, way })
  const at = signedInAt ? new Date(signedInAt) : (last ?? new Date(0))
  return strengthsMet(await reading, { level, way, keyKind, model, verified, signedInAt: at }, ctx.clock.now())
}

/** The host of this server: the site of our own pages and of everything that they open. */
export const ownHostOf = ({ publicUrl }: Pick<AppContext['config'], 'publicUrl'>): string => new URL(publicUrl).hostname

/** Policies never block administrators at our own page, with their own account. */
export const isExempt = ({ entry, user, account }: Pick<Facts, 'entry' | 'user' | 'account'>, administrator: boolean) =>
  administrator && user !== null && account === user && entry !== null && entryPoints[entry].exemptsAdministrators

const setFor = ({ version }: KnownFacts, ctx: TransactionContext): Promise<CompiledPolicySet> =>
  version === undefined ? setInForce(ctx) : version === null ? Promise.resolve(none) : setOfVersion(ctx, version)

const asking = new Map<string, boolean>()
const mostKnown = 10_000

/** Did the workspace's policies need groups or units at the last decision? Then callers load them in advance. */
export const needsMemberships = (workspace: string | undefined): boolean => asking.get(workspace ?? '') ?? false

/** A hint for the next use; a wrong hint only costs a statement. */
function noteAsks({ workspace = '' }: TransactionContext, { asks }: CompiledPolicySet): void {
  const asked = asks.has('groups') || asks.has('units')
  if (asking.get(workspace) === asked) return
  if (asking.size >= mostKnown) asking.clear()
  asking.set(workspace, asked)
}

/** Decides a use with the policies in force. Without policies, it needs no statement. */
export async function decideUse(ctx: TransactionContext, known: KnownFacts): Promise<Decision> {
  const set = await setFor(known, ctx)
  noteAsks(ctx, set)
  const facts = await factsOf(ctx, known, set)
  const verdict = decide(set, facts)
  if (verdict.allowed || !isExempt(facts, known.administrator ?? true)) return { verdict, facts, set, exempt: false }
  const exempt = known.administrator ?? (await isAdministrator(ctx, known.user))
  return { verdict: exempt ? { ...verdict, allowed: true, unmet: [], wouldRefuse: [] } : verdict, facts, set, exempt }
}

export const isAdministrator = async (ctx: TransactionContext, user: string | null): Promise<boolean> =>
  user !== null && hasRole(ctx.db, user)

/** Do the policies allow a use with any of these methods? Loads policies and facts only once. */
export async function allowsByAny(
  ctx: TransactionContext,
  known: KnownFacts,
  ways: readonly PolicySignInMethod[],
): Promise<boolean> {
  const set = await setFor(known, ctx)
  const facts = await factsOf(ctx, known, set)
  return ways.some(way => decide(set, { ...facts, way }).allowed)
}

/**
 * Accounts that policies block, for a user who is about to choose one. Unmet requirements and an unknown site don't
 * count as blocked.
 */
export async function blockedAccounts(
  ctx: TransactionContext,
  known: KnownFacts,
  accounts: readonly string[],
): Promise<Set<string>> {
  const set = await setFor(known, ctx)
  if (set.trivial) return new Set()
  const facts = await factsOf(ctx, known, set)
  const administrator = isExempt({ ...facts, account: facts.user }, true) && (await isAdministrator(ctx, known.user))
  const blocked = accounts.filter(account => {
    if (isExempt({ ...facts, account }, administrator)) return false
    const { allowed, unmet, steps } = explain(set, { ...facts, account, verified: true })
    return !allowed && unmet.length === 0 && !(facts.rp === null && steps.some(asksForSite))
  })
  return new Set(blocked)
}

/** Whether policies allow a use that lacks requirements after the user signs in again on our own page. */
export async function allowsAfterSignIn(ctx: TransactionContext, { facts, verdict }: Decision): Promise<boolean> {
  if (verdict.unmet.length === 0) return false
  const { strengths: _strengths, ...known } = facts
  return (await decideUse(ctx, { ...known, signedInAt: ctx.clock.now().toISOString() })).verdict.allowed
}

const asksForSite = ({ conditions }: PolicyStep) =>
  conditions.some(({ condition, unknown }) => condition === 'rpRestriction' && unknown)

export interface KeptDecision {
  policy: string | null
  version: number
  set: number
  allowed: boolean
  unmet?: Verdict['unmet']
  /** Report-only policies that would have refused. */
  would?: string[]
  exempt?: true
  facts: Partial<Facts>
}

const isKnown = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)

export function keptDecisionOf({
  verdict,
  facts,
  exempt,
}: Pick<Decision, 'verdict' | 'facts' | 'exempt'>): KeptDecision {
  const { policy, version, set, allowed, unmet, wouldRefuse } = verdict
  return {
    policy,
    version,
    set,
    allowed,
    ...(unmet.length > 0 && { unmet }),
    ...(wouldRefuse.length > 0 && { would: wouldRefuse }),
    ...(exempt && { exempt }),
    facts: Object.fromEntries(Object.entries({ ...facts, absent: null }).filter(([, value]) => isKnown(value))),
  }
}

/** Facts of a log entry, with null for unknown ones. */
export const storedFactsOf = (kept: KeptDecision, at: Date): Facts => ({
  ...emptyFacts,
  at: at.toISOString(),
  way: methodOfKey(kept.facts),
  ...kept.facts,
  absent: kept.facts.entry ? entryPoints[kept.facts.entry].absent : undefined,
})

/** Counts refusals by report-only policies, as parts of the statement that writes the use. */
export function reportsOf(
  ctx: Pick<TransactionContext, 'workspace' | 'clock'>,
  { verdict }: Pick<Decision, 'verdict'>,
): StatementParts {
  const { wouldRefuse } = verdict
  return wouldRefuse.length === 0 ? {} : { reports: reportPart(workspaceOf(ctx), wouldRefuse, ctx.clock.now()) }
}

/** Counts refusals by report-only policies in a separate statement, if there are any. */
export async function noteReports(ctx: TransactionContext, decision: Pick<Decision, 'verdict'>): Promise<void> {
  const parts = reportsOf(ctx, decision)
  if (Object.keys(parts).length > 0) await runParts(ctx.db, parts)
}

const reportDays = 30

/** Uses that each policy would have refused as report-only in the last 30 days; omits policies without any. */
export async function countWouldRefuse(ctx: TransactionContext, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await reportsSince(ctx.db, ids, later(ctx.clock.now(), -days(reportDays)))
  const found = new Map(rows.map(row => [row.policy, row.refusals]))
  return new Map(ids.map(id => [id, found.get(id) ?? 0]))
}

/** Whether a position that is still unknown might change a decision. */
export const mayDependOnPosition = ({ set, facts }: Pick<Decision, 'set' | 'facts'>): boolean =>
  set.asks.has('circles') &&
  facts.position === null &&
  explain(set, facts).steps.some(
    ({ reportOnly, conditions }) =>
      !reportOnly && conditions.some(({ condition, unknown }) => condition === 'locationRestriction' && unknown),
  )

/** Whether a refusal depends on a place that was known at the time of use and is not known now. */
const dependsOnPlace = (steps: readonly PolicyStep[]) =>
  steps.at(-1)?.conditions.some(({ condition, unknown }) => condition === 'locationRestriction' && unknown) === true

/**
 * Past uses that the current policies would refuse. Requirements met at that time still count as met,
 * and refusals only because of an unknown location are left out: the result ends access, which can't be undone.
 */
export async function refusedNow<T extends KnownFacts & { user: string }>(
  ctx: TransactionContext,
  uses: readonly T[],
): Promise<T[]> {
  const set = await setInForce(ctx)
  if (set.trivial || uses.length === 0) return []
  const asks = set.asks.has('groups') || set.asks.has('units')
  const users = [...new Set(uses.map(use => use.user))]
  const rows = asks ? await membershipsOf(ctx.db, users) : []
  const memberships = new Map(rows.map(row => [row.user, row]))
  const refused: T[] = []
  for (const use of uses) {
    const { groups = [], units = [] } = memberships.get(use.user) ?? {}
    const facts = await factsOf(ctx, { ...use, groups, units }, set)
    if (isExempt(facts, use.administrator === true) || decide(set, facts).allowed) continue
    if (!dependsOnPlace(explain(set, facts).steps)) refused.push(use)
  }
  return refused
}
