import { type Tap, tapMinutes } from '@claviger/contract/directories/on-behalf'
import * as z from 'zod/mini'
import { later, minutes as minutesOf } from '#platform/clock.ts'
import { deferText } from '#platform/languages.ts'
import { Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { withoutTransaction } from '#http/bind.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { CloudFailure } from '../cloud/cloud.failure.ts'
import { type Graph, graphOf } from '../cloud/cloud.graph.ts'
import { entraAccount } from './entra-registration.ts'
import { mailTemporaryPass } from './passkey-mails.ts'
import { type PasskeyCandidate, inspectUser } from './on-behalf.store.ts'
import { refusedFor } from './registration-refusals.ts'
import { findByImmutableId } from './remote-lookup.ts'
import { RemoteAccountRefusal, reasonOf } from './remote-account.ts'

// learn.microsoft.com/graph/api/authentication-post-temporaryaccesspassmethods

const when = z.nullish(z.string())
const Method = z.object({
  id: z.string(),
  isUsable: z.optional(z.nullable(z.boolean())),
  isUsableOnce: z.optional(z.nullable(z.boolean())),
  lifetimeInMinutes: z.optional(z.nullable(z.int())),
  startDateTime: when,
  createdDateTime: when,
})
const Made = z.extend(Method, { temporaryAccessPass: z.string().check(z.minLength(1), z.maxLength(200)) })
const Policy = z.object({
  state: z.string(),
  minimumLifetimeInMinutes: z.int(),
  maximumLifetimeInMinutes: z.int(),
  defaultLifetimeInMinutes: z.int(),
  isUsableOnce: z.boolean(),
})

type Person = PasskeyCandidate & { name: string; application: string; anchor: string }
const ofCards = new Set<string | null>([null, 'already', 'no-card', 'no-room', 'cannot-verify'])
const lasts = 50_000

/** The user's Entra ID account, if the caller can act on it. @throws not-found, above-you, on-behalf-refused */
async function personAt(ctx: RequestContext, id: string) {
  const { person, graph } = await ctx.transact(async inner => {
    const found = await inspectUser(inner.db, askerOf(inner), 'entra', id)
    if (!ofCards.has(found.reason)) throw refusedFor(found.reason ?? 'unknown', found.name)
    const known = found as Person
    return { person: known, graph: await graphOf(ctx, inner, known.application) }
  })
  if (person.by_immutable_id)
    person.anchor = await findByImmutableId(ctx, person, AbortSignal.timeout(lasts)).catch((error: unknown) => {
      throw refusedFor(reasonOf(error).reason, person.name)
    })
  return { person, graph, methods: `/users/${encodeURIComponent(person.anchor)}/authentication` }
}

/** The tenant's policy; null if the connection can't read it. */
async function policyOf(graph: Graph, signal: AbortSignal) {
  const path = '/policies/authenticationMethodsPolicy/authenticationMethodConfigurations/TemporaryAccessPass'
  try {
    return Policy.parse(await graph.get(path, { signal }))
  } catch (error) {
    if (error instanceof CloudFailure && (error.status === 403 || error.status === 404)) return null
    throw error
  }
}

const instantOf = (text: string | null | undefined): Date | null =>
  text && !Number.isNaN(Date.parse(text)) ? new Date(text) : null

function spanOf({ startDateTime, createdDateTime, lifetimeInMinutes }: z.output<typeof Method>) {
  const starts = instantOf(startDateTime ?? createdDateTime)
  const ends = starts && lifetimeInMinutes ? later(starts, minutesOf(lifetimeInMinutes)) : null
  return { startsAt: starts?.toISOString() ?? null, endsAt: ends?.toISOString() ?? null }
}

/** A user's Temporary Access Pass. @throws not-found, above-you, on-behalf-refused, directory-away */
export const tapOf = withoutTransaction(async (ctx: RequestContext, { id }: { id: string }): Promise<Tap> => {
  const { person, graph, methods } = await personAt(ctx, id)
  const signal = AbortSignal.timeout(lasts)
  try {
    const policy = await policyOf(graph, signal)
    const all: unknown[] = []
    for await (const page of graph.pages(`${methods}/temporaryAccessPassMethods`, { signal })) all.push(...page)
    const found = all.length === 0 ? undefined : Method.parse(all[0])
    return {
      exists: found !== undefined,
      usable: found?.isUsable === true,
      oneTime: found?.isUsableOnce === true,
      ...(found ? spanOf(found) : { startsAt: null, endsAt: null }),
      policy: policy && {
        min: policy.minimumLifetimeInMinutes,
        max: policy.maximumLifetimeInMinutes,
        usual: policy.defaultLifetimeInMinutes,
        oneTimeOnly: policy.isUsableOnce,
      },
    }
  } catch (error) {
    throw refusedFor(reasonOf(error).reason, person.name)
  }
})

interface Wanted {
  id: string
  oneTime: boolean
  minutes?: number | undefined
}

/**
 * Creates a Temporary Access Pass for a user. Its code is only in the response.
 * @throws not-found, above-you, invalid-input, on-behalf-refused, directory-away
 */
export const makeTap = withoutTransaction(async (ctx: RequestContext, { id, oneTime, minutes }: Wanted) => {
  const by = askerOf(ctx)
  const { person, graph, methods } = await personAt(ctx, id)
  const signal = AbortSignal.timeout(lasts)
  const object = { type: 'user', id, name: person.name }
  try {
    if (by.holds?.includes('directories.grant') !== true) {
      const rank = await entraAccount(graph, person.anchor, signal).administers()
      if (rank !== 'no') throw new RemoteAccountRefusal(rank === 'yes' ? 'administers-there' : 'rank-unknown')
    }
    const policy = await policyOf(graph, signal)
    const lifetime = lifetimeIn(policy, minutes)
    const wanted = { isUsableOnce: oneTime || policy?.isUsableOnce === true, lifetimeInMinutes: lifetime }
    const made = Made.parse(await graph.post(`${methods}/temporaryAccessPassMethods`, wanted, { signal }))
    const told = await ctx.transact(async inner => {
      const mailed = await mailTemporaryPass(inner, person, by.name)
      const after = { oneTime: made.isUsableOnce === true, minutes: lifetime, told: mailed }
      await record(inner, { action: 'on-behalf.tap-issued', object, after })
      return { ...spanOf(made), oneTime: made.isUsableOnce === true }
    })
    return { code: made.temporaryAccessPass, minutes: lifetime, ...told }
  } catch (error) {
    if (error instanceof Problem) throw error
    const { reason, says } = reasonOf(error)
    const failed = says.slice(0, 300)
    await ctx.transact(inner => record(inner, { action: 'on-behalf.tap-issued', object, failed }))
    throw refusedFor(reason, person.name)
  }
})

/** Validates the lifetime against the tenant's policy, if known. @throws invalid-input, on-behalf-refused */
function lifetimeIn(policy: z.output<typeof Policy> | null, asked: number | undefined): number {
  if (policy && policy.state !== 'enabled')
    throw problem('on-behalf-refused', 'Temporary Access Passes are turned off in this tenant')
  const min = policy?.minimumLifetimeInMinutes ?? tapMinutes.min
  const max = policy?.maximumLifetimeInMinutes ?? tapMinutes.max
  const wanted = asked ?? policy?.defaultLifetimeInMinutes ?? 60
  if (wanted >= min && wanted <= max) return wanted
  const message = deferText('Your tenant allows {min} to {max} minutes', { min, max })
  throw problem('invalid-input', undefined, [{ field: 'minutes', message }])
}
