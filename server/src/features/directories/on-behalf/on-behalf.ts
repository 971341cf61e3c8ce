import {
  autoStates,
  type OnBehalfRequest,
  type OnBehalfService,
  onBehalfServices,
  type PasskeyStanding,
} from '@claviger/contract/directories/on-behalf'
import type { Selection } from '@claviger/contract/people/bulk-runs'
import type { Run, RunPreview } from '@claviger/contract/work/runs'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userById } from '#features/people/users/users.ts'
import { chosenUsers } from '#features/people/users/users.list.ts'
import { askerOf, type WorkOrigin } from '#features/work/rank/rank.ts'
import { previewOfWork, runOfWork } from '#features/work/works/works.runs.ts'
import { beginOn, type Work } from '#features/work/works/works.ts'
import { workById } from '#features/work/works/works.ts'
import { onBehalfWork, type OnBehalfParameters } from './on-behalf.kind.ts'
import {
  isAccountConnected,
  lastAuto,
  reasonsOf,
  registeredOf,
  inspectUser,
  inspectUsersToRegister,
} from './on-behalf.store.ts'

interface Wanted {
  service: OnBehalfService
  users: Selection
  begun?: WorkOrigin
  auto?: boolean
}

const begin = async (
  ctx: TransactionContext,
  { service, users, begun, auto = false }: Wanted,
): Promise<Work<OnBehalfParameters>> =>
  beginOn(
    ctx,
    onBehalfWork,
    { parameters: { service, byCall: begun === undefined, auto }, ...(begun && { begun }) },
    await chosenUsers(ctx, users),
  )

/**
 * Starts a bulk registration and returns the run. Without an API caller, it excludes the provider's administrators.
 * @throws invalid-input if the selection is empty
 */
export const beginOnBehalf = async (ctx: TransactionContext, wanted: Wanted): Promise<string> =>
  (await begin(ctx, wanted)).id

/** Starts it for a selection of users. @throws invalid-input if the selection is empty */
export const beginForMany = async (ctx: TransactionContext, { service, ...users }: OnBehalfRequest): Promise<Run> =>
  runOfWork(ctx, onBehalfWork, await begin(ctx, { service, users }))

/** Previews which users can be registered and why others can't, as far as known here. @throws invalid-input */
export async function previewRegistrations(
  ctx: TransactionContext,
  { service, ...users }: OnBehalfRequest,
): Promise<RunPreview> {
  const list = await chosenUsers(ctx, users)
  return previewOfWork(await inspectUsersToRegister(ctx.db, askerOf(ctx), service, list), able => able.count)
}

/** Providers where a passkey can be or is registered for a user. @throws not-found */
export async function standingOfRegistration(
  ctx: TransactionContext,
  input: { userId: string },
): Promise<{ items: PasskeyStanding[] }> {
  if (!(await userById(ctx, input.userId))) throw problem('not-found')
  const there = await registeredOf(ctx.db, input.userId)
  const items: PasskeyStanding[] = []
  for (const service of onBehalfServices) {
    const { reason } = await inspectUser(ctx.db, askerOf(ctx), service, input.userId)
    const passkey = there.find(one => one.service === service)
    items.push({
      service,
      connected: await isAccountConnected(ctx.db, service),
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

/** Starts the automatic registration; without a selection, for all possible users. */
export async function autoStart(ctx: TransactionContext, input: Selection) {
  const users = input.ids === undefined && input.all === undefined ? { ...input, all: true } : input
  return autoOf(ctx, await begin(ctx, { service: 'entra', users, auto: true }))
}

export async function autoState(ctx: TransactionContext) {
  const id = await lastAuto(ctx.db)
  return id === undefined
    ? { state: autoStates.noResults, run: null }
    : autoOf(ctx, await workById(ctx, [onBehalfWork], id))
}

// Reasons that mean "nothing to do", or that the user is unknown at the provider
const nothing = new Set<string | null>(['unknown', 'already', 'not-from-there', 'own-account', 'gone-there'])

async function autoOf(ctx: TransactionContext, work: Work) {
  const run = runOfWork(ctx, onBehalfWork, work)
  if (work.state === 'running') return { state: autoStates.pending, run }
  if (run.succeeded > 0) return { state: autoStates.success, run }
  const reasons = await reasonsOf(ctx.db, work.id)
  return { state: reasons.every(reason => nothing.has(reason)) ? autoStates.noResults : autoStates.error, run }
}
