import type { Facts } from '@claviger/contract/decide/decisions'
import type { PolicyContent } from '@claviger/contract/decide/policy-content'
import type { InputOf, OutputOf } from '@claviger/contract/platform/endpoint'
import type { SimulationQuestion, simulations, Warning } from '@claviger/contract/rules/simulations'
import {
  storedFactsOf,
  factsOf,
  isAdministrator,
  isExempt,
  type KeptDecision,
  type KnownFacts,
  methodOfKey,
} from '#features/decide/decisions/decisions.ts'
import { contentInForce, idOfDraft } from '#features/decide/evaluator/evaluator.in-force.ts'
import { compile, explain } from '#features/decide/evaluator/evaluator.ts'
import { levelOfKey } from '#features/decide/strengths/strengths.meet.ts'
import { sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { lostAccessOf } from './lost-access/lost-access.ts'
import { applyDrafts } from './drafts.ts'
import { openFacts } from './open-facts.ts'
import { findLosses } from './simulations.guard.ts'
import { decisionOf } from './replay.store.ts'
import { findEveryoneGroup, keyById, namesOf, countAffectedUsers, userExists } from './simulations.store.ts'
import { factSpaceOf } from './fact-space.ts'
import { valuesFor } from './fact-values.ts'
import { warningsOf } from './simulation-warnings.ts'

type Calls = (typeof simulations)['calls']
type InputFor<Name extends keyof Calls> = OutputOf<Calls[Name]['input']>
type ReplyOf<Name extends keyof Calls> = InputOf<Calls[Name]['reply']>

/**
 * Decides hypothetical facts by the policies in force or as drafts would change them. For open facts it
 * returns the values that would change the decision.
 * @throws not-found
 */
export async function simulate(
  ctx: TransactionContext,
  { facts: asked, drafts, defaultAction }: InputFor<'simulate'>,
): Promise<ReplyOf<'simulate'>> {
  const set = applyDrafts(await contentInForce(ctx), drafts, { defaultAction })
  const compiled = compile(set)
  const facts = await factsOf(ctx, await knownOf(ctx, asked), compiled)
  const explanation = explain(compiled, facts)
  const names = await namesIn(ctx, facts)
  const exempt = !explanation.allowed && isExempt(facts, true) && (await isAdministrator(ctx, facts.user))
  if (exempt) return { ...explanation, allowed: true, unmet: [], exempt, names, open: [] }
  return { ...explanation, exempt, names, open: await openFacts(ctx, { set, compiled, asked: askedFor(asked), facts }) }
}

async function knownOf(ctx: TransactionContext, given: SimulationQuestion): Promise<KnownFacts> {
  const asked = askedFor(given)
  const known = { ...asked, entry: asked.entry ?? null, user: asked.user ?? null, ip: asked.ip ?? null }
  if (known.user !== null && !(await userExists(ctx.db, known.user))) throw problem('not-found')
  if (!asked.key) return known
  const key = await keyById(ctx.db, asked.key)
  if (!key) throw problem('not-found')
  const keyKind = asked.keyKind ?? key.kind
  const verified = asked.verified ?? null
  // The passkey of a phone is used on the phone itself, or approves a sign-in elsewhere
  const isOnIt = asked.entry === 'own-passkey' || asked.entry === 'computer'
  const way = isOnIt ? 'passkey' : (asked.way ?? methodOfKey({ keyKind, verified }))
  return {
    ...known,
    user: asked.user ?? key.user_id,
    keyKind,
    model: asked.model ?? key.aaguid,
    level: levelOfKey({ keyKind, way, copied: verified === true ? key.copied : null }),
  }
}

const askedFor = (given: SimulationQuestion): Partial<Facts> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

const isId = (text: string | null): text is string => text !== null && /^[0-9a-f-]{36}$/i.test(text)

const namesIn = (
  ctx: TransactionContext,
  { user, account, key, device, app, groups, endedGroups = [], units, deviceGroups }: Facts,
) =>
  namesOf(ctx.db, [
    ...new Set([user, account, key, device, app, ...groups, ...endedGroups, ...units, ...deviceGroups].filter(isId)),
  ])

/** @throws not-found for a line that is not a use */
export async function factsOfLine(
  ctx: TransactionContext,
  { activity }: { activity: string },
): Promise<ReplyOf<'factsOf'>> {
  const line = await decisionOf(ctx.db, activity)
  if (!line?.decision) throw problem('not-found')
  const kept = line.decision as unknown as KeptDecision
  return { facts: kept.facts, names: await namesIn(ctx, storedFactsOf(kept, line.at)) }
}

export async function checkDrafts(
  ctx: TransactionContext,
  { drafts, defaultAction }: InputFor<'check'>,
): Promise<ReplyOf<'check'>> {
  const say = sayTo(ctx)
  const before = await contentInForce(ctx)
  const set = applyDrafts(before, drafts, { defaultAction })
  const space = await factSpaceOf(set, valuesFor(set, ctx.clock.now()))
  const written = drafts.flatMap(({ _id, content }, place) =>
    content ? [{ id: _id ?? idOfDraft(place), content }] : [],
  )
  const lists = await namesOf(ctx.db, listsIn(written.map(({ content }) => content)))
  const looked = { set, space, say, lists: new Map(lists.map(list => [list.id, list])) }
  const lostAccess = await lostAccessOf(ctx, applyDrafts(before, []), set)
  const { lost, refused } = await findLosses(ctx, before, drafts, { defaultAction })
  const warnings: Warning[] = []
  for (const { id, content } of written) warnings.push(...(await warningsOf(looked, id, content)))
  return {
    warnings,
    touches: await touchedBy(
      ctx,
      written.map(({ content }) => content),
    ),
    lockedOut: lost.map(({ id, name, keys, sites }) => ({
      user: id,
      name,
      loses: sites.flatMap(site => keys.map(key => say('The key “{key}” at {site}', { key, site }))),
    })),
    refused,
    lostAccess,
  }
}

const listsIn = (contents: readonly PolicyContent[]) => [
  ...new Set(
    contents.flatMap(content => [
      ...content.timeLimits.lists,
      ...content.rpRestriction.lists,
      ...content.appRestriction.lists,
      ...content.ipRestriction.lists,
      ...content.locationRestriction.lists,
      ...content.devices.lists,
    ]),
  ),
]

async function touchedBy(
  ctx: TransactionContext,
  contents: readonly PolicyContent[],
): Promise<{ users: number; keys: number }> {
  if (contents.length === 0) return { users: 0, keys: 0 }
  const all = new Set((await findEveryoneGroup(ctx.db)).map(({ id }) => id))
  return countAffectedUsers(
    ctx.db,
    contents.map(({ users, groups, units, securityKeyDeviceType }) => ({
      users,
      groups: groups.some(id => all.has(id)) ? [] : groups,
      units,
      securityKeyDeviceType,
    })),
  )
}

export const namesForSimulation = async (
  ctx: TransactionContext,
  { ids }: InputFor<'named'>,
): Promise<ReplyOf<'named'>> => ({
  items: await namesOf(ctx.db, ids),
})
