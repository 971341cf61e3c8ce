import { setImmediate as turn } from 'node:timers/promises'
import { type EntryPointName, ownEntryPoints } from '@claviger/contract/decide/entry-points'
import { policyActions, policyStates, type PolicySignInMethod } from '@claviger/contract/decide/policy-content'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { InputOf } from '@claviger/contract/platform/endpoint'
import type { simulations } from '@claviger/contract/rules/simulations'
import { ownHostOf, methodOfKey } from '#features/decide/decisions/decisions.ts'
import type { PolicySet } from '#features/decide/evaluator/evaluator.ts'
import { ownStrengths } from '#features/decide/strengths/strengths.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type AccessCheck, accessCheck, type Place, type SignInMeans, type Subject } from './access-check.ts'
import {
  assignedLosses,
  type Distinctions,
  type JudgedApplication,
  judgedApplications,
  type Loss,
  type ProfileOfUsers,
  profilesOf,
} from './lost-access.store.ts'
import { unusedId, applicationsIn } from '../fact-values.ts'

type LostAccess = InputOf<(typeof simulations)['calls']['check']['reply']>['lostAccess']

const noLosses: LostAccess = { users: 0, signInPage: 0, applications: [], otherApplications: 0, complete: true }
const mostShown = 20
/** Longest time for a preview, and for work between two yields to others, ms. */
const [mostTime, mostAtOnce] = [3000, 10]

/**
 * How many users a change of policies takes the sign-in page or applications from, whatever of their keys they use and
 * wherever they are; users without a key by the methods that they have. Administrators keep the sign-in page.
 */
export async function lostAccessOf(ctx: TransactionContext, before: PolicySet, after: PolicySet): Promise<LostAccess> {
  if (decidingIn(before) === decidingIn(after) || decidingIn(after) === decidesNothing) return noLosses
  const by = distinctionsIn([before, after])
  const profiles = await profilesOf(ctx.db, by)
  const applications = await judgedApplications(ctx.db)
  const check = { now: ctx.clock.now(), strengths: await ownStrengths(ctx) }
  const places = placesFor(ownHostOf(ctx.config), [before, after], applications)
  const { lost, complete } = await lossesOf(profiles, places, {
    before: accessCheck(before, check),
    after: accessCheck(after, check),
  })
  const countOf = new Map(profiles.map(({ mark, count }) => [mark, count]))
  const total = (marks: Iterable<string>) => [...marks].reduce((sum, mark) => sum + (countOf.get(mark) ?? 0), 0)
  const page = new Set(lost.filter(({ place }) => place.page).map(({ mark }) => mark))
  const lossesAt = lost.flatMap(({ mark, place }) => place.applications.map(application => ({ mark, application })))
  const open = lossesAt.filter(({ application }) => application.everyone)
  const assigned = lossesAt.flatMap(({ mark, application }): Loss[] =>
    application.everyone ? [] : [{ mark, app: application.id }],
  )
  const counted = new Set([...page, ...open.map(({ mark }) => mark)])
  const found =
    assigned.length > 0
      ? await assignedLosses(ctx.db, by, { losses: assigned, counted: [...counted] })
      : { users: 0, byApp: new Map<string, number>() }
  const marksOf = (id: string) => open.filter(({ application }) => application.id === id).map(({ mark }) => mark)
  const losing = applications
    .map(({ id, name, everyone }) => ({ id, name, users: everyone ? total(marksOf(id)) : (found.byApp.get(id) ?? 0) }))
    .filter(({ users }) => users > 0)
    .toSorted((one, other) => other.users - one.users)
  return {
    users: total(counted) + found.users,
    signInPage: total(page),
    applications: losing.slice(0, mostShown),
    otherApplications: Math.max(0, losing.length - mostShown),
    complete,
  }
}

const decidesNothing = JSON.stringify([[], policyActions.allow])

/** What decides in a set: report-only policies don't. */
const decidingIn = ({ policies, defaultAction, lists }: PolicySet): string => {
  const on = policies.map(({ content }) => content).filter(({ state }) => state === policyStates.on)
  const isBare = on.length === 0
  return JSON.stringify(isBare ? [[], defaultAction] : [on, defaultAction, lists])
}

function distinctionsIn(sets: readonly PolicySet[]): Distinctions {
  const contents = sets.flatMap(({ policies }) => policies.map(({ content }) => content))
  const once = (all: readonly string[]) => [...new Set(all)]
  return {
    groups: once(contents.flatMap(({ groups }) => groups)),
    units: once(contents.flatMap(({ units }) => units)),
    users: once(contents.flatMap(({ users, accounts }) => [...users, ...accounts])),
    models: once(contents.flatMap(({ demands }) => demands.models)),
    strengths: contents.some(({ demands }) => demands.strength),
  }
}

/** The sign-in page, or applications that all policies treat the same. */
interface CountedPlace extends Place {
  readonly page: boolean
  readonly applications: readonly JudgedApplication[]
}

function placesFor(
  site: string,
  sets: readonly PolicySet[],
  applications: readonly JudgedApplication[],
): CountedPlace[] {
  const named = new Set(sets.flatMap(applicationsIn))
  const at = (app: string, some: readonly JudgedApplication[]): CountedPlace[] =>
    some.length === 0 ? [] : [{ site, app, entries: atApplications, page: false, applications: some }]
  return [
    { site, app: null, entries: atSignInPage, page: true, applications: [] },
    ...applications.filter(({ id }) => named.has(id)).flatMap(one => at(one.id, [one])),
    ...at(
      unusedId,
      applications.filter(({ id }) => !named.has(id)),
    ),
  ]
}

const atSignInPage = (way: PolicySignInMethod): EntryPointName[] =>
  way === 'badge-pin' ? [ownEntryPoints[way], 'own-reader'] : [ownEntryPoints[way]]

/** All protocols state the same facts. */
const atApplications = (): EntryPointName[] => ['oidc-authorize']

async function lossesOf(
  profiles: readonly ProfileOfUsers[],
  places: readonly CountedPlace[],
  { before, after }: { before: AccessCheck; after: AccessCheck },
): Promise<{ lost: { mark: string; place: CountedPlace }[]; complete: boolean }> {
  const lost: { mark: string; place: CountedPlace }[] = []
  const began = performance.now()
  let yielded = began
  let complete = true
  for (const profile of profiles) {
    const subject = subjectOf(profile)
    for (const place of places) {
      if (place.page && profile.administrator) continue
      const now = performance.now()
      if (now - began > mostTime) return { lost, complete: false }
      if (now - yielded > mostAtOnce) {
        await turn()
        yielded = performance.now()
      }
      const keeps = await after(subject, place)
      if (keeps === true) continue
      const had = await before(subject, place)
      if (keeps === 'unsure' || had === 'unsure') complete = false
      else if (had) lost.push({ mark: profile.mark, place })
    }
  }
  return { lost, complete }
}

function subjectOf({ user, groups, units, keys, code, password, external }: ProfileOfUsers): Subject {
  const without = (way: PolicySignInMethod): SignInMeans => ({
    key: null,
    keyKind: null,
    way,
    model: null,
    copied: true,
  })
  return {
    user,
    groups,
    units,
    uses: [
      ...(keys ?? []).map(meansOf),
      ...(code ? [without('code')] : []),
      ...(password ? [without('password')] : []),
      ...(external ? [without('external')] : []),
    ],
  }
}

/** A key of `profilesOf`. */
function meansOf(text: string): SignInMeans {
  const [kind, copied, model = null] = text.split(' ')
  const keyKind = Number(kind ?? keyKinds.hardware)
  const way = methodOfKey({ keyKind, verified: true }) ?? 'passkey'
  return { key: unusedId, keyKind, way, model, copied: copied === 't' || copied === 'true' }
}
