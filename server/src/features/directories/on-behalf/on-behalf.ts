import {
  autoStates,
  type OnBehalfAsked,
  type OnBehalfService,
  onBehalfServices,
  type Standing,
} from '@claviger/contract/directories/on-behalf'
import type { Selection } from '@claviger/contract/people/bulk-runs'
import type { Run, RunPreview } from '@claviger/contract/work/runs'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { userById } from '../../people/users/users.ts'
import { chosenUsers } from '../../people/users/users.list.ts'
import { askerOf, type Begun } from '../../work/rank/rank.ts'
import { previewOf, runOf } from '../../work/works/works.runs.ts'
import { beginOn, type Work } from '../../work/works/works.ts'
import { workById } from '../../work/works/works.ts'
import { onBehalfWork, type OnBehalfWish } from './on-behalf.kind.ts'
import { isConnected, lastAuto, reasonsOf, registeredOf, weighUser, weighUsers } from './on-behalf.store.ts'

interface Wanted {
  service: OnBehalfService
  /** Listed, or those that match a filter. */
  users: Selection
  /** Whose work it is, where no call asks for it: the maker of a workflow. */
  begun?: Begun
  auto?: boolean
}

const begin = async (ctx: Ctx, { service, users, begun, auto = false }: Wanted): Promise<Work<OnBehalfWish>> =>
  beginOn(
    ctx,
    onBehalfWork,
    { parameters: { service, byCall: begun === undefined, auto }, ...(begun && { begun }) },
    await chosenUsers(ctx, users),
  )

/**
 * Begins to register passkeys elsewhere for many people, and answers the run. Begun by nobody's call, it passes over
 * whoever administers there. Throws invalid-input where nobody is meant.
 */
export const beginOnBehalf = async (ctx: Ctx, wanted: Wanted): Promise<string> => (await begin(ctx, wanted)).id

/** Begins it for the users of a selection. Throws invalid-input where it means nobody. */
export const beginForMany = async (ctx: Ctx, { service, ...users }: OnBehalfAsked): Promise<Run> =>
  runOf(ctx, onBehalfWork, await begin(ctx, { service, users }))

/** For whom it could be done, and for whom not and why, as far as that is known here. Throws invalid-input. */
export async function previewMany(ctx: Ctx, { service, ...users }: OnBehalfAsked): Promise<RunPreview> {
  const list = await chosenUsers(ctx, users)
  return previewOf(await weighUsers(ctx.db, askerOf(ctx), service, list), able => able.count)
}

/** Where a passkey can be registered for a user, and where there is one. Throws not-found. */
export async function standingOf(ctx: Ctx, input: { userId: string }): Promise<{ items: Standing[] }> {
  if (!(await userById(ctx, input.userId))) throw problem('not-found')
  const there = await registeredOf(ctx.db, input.userId)
  const items: Standing[] = []
  for (const service of onBehalfServices) {
    const { reason } = await weighUser(ctx.db, askerOf(ctx), service, input.userId)
    const passkey = there.find(one => one.service === service)
    items.push({
      service,
      connected: await isConnected(ctx.db, service),
      passkey: passkey
        ? {
            id: passkey.id,
            service,
            securityKeyName: passkey.key_name ?? '',
            by: passkey.by_name,
            at: passkey.changed_at.toISOString(),
          }
        : null,
      reason,
    })
  }
  return { items }
}

/** Starts the automatic registration; without a selection, for all whom it can be done for. */
export async function autoStart(ctx: Ctx, input: Selection) {
  const users = input.ids === undefined && input.all === undefined ? { ...input, all: true } : input
  return autoOf(ctx, await begin(ctx, { service: 'entra', users, auto: true }))
}

/** How the last automatic registration stands. */
export async function autoState(ctx: Ctx) {
  const id = await lastAuto(ctx.db)
  return id === undefined
    ? { state: autoStates.noResults, run: null }
    : autoOf(ctx, await workById(ctx, [onBehalfWork], id))
}

// Nothing was to be done for these, or they are not known there
const nothing = new Set<string | null>(['unknown', 'already', 'not-from-there', 'own-account', 'gone-there'])

async function autoOf(ctx: Ctx, work: Work) {
  const run = runOf(ctx, onBehalfWork, work)
  if (work.state === 'running') return { state: autoStates.pending, run }
  if (run.succeeded > 0) return { state: autoStates.success, run }
  const reasons = await reasonsOf(ctx.db, work.id)
  return { state: reasons.every(reason => nothing.has(reason)) ? autoStates.noResults : autoStates.error, run }
}
