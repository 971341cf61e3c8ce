import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { type selfService, selfServiceActions } from '@claviger/contract/access/self-service'
import { doneReply } from '@claviger/contract/platform/fields'
import { Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { withoutTransaction } from '#http/bind.ts'
import { enrollCard, recoverCard } from '#features/keys/key-assignment/key-assignment.enrolled.ts'
import { type SecurityKeyRow, objectOf } from '#features/keys/security-keys/security-keys.ts'
import { noteWorkflowUse } from '#features/automation/workflows/workflows.use.ts'
import { lockUsers } from '#features/people/users/users.many.ts'
import type { UserRow } from '#features/people/users/users.ts'
import { withCounts, keySettingsOf } from '../self-service-settings/self-service-settings.ts'
import { cardOfVisit } from './visit-card.ts'
import { failVisit } from './failed.ts'
import { notifyPerson } from './self-service-mails.ts'
import { changeVisit, waitForDisk } from './self-service.store.ts'
import { forgetVisitor, inVisit, type Visit } from './visit.ts'

type Calls = (typeof selfService)['calls']

/**
 * Enrolls the visit's card for its user.
 * @throws wrong-step, nobody-found if the user was suspended meanwhile, and the refusals of enrollCard
 */
export const enroll = lastStep(
  async (ctx: TransactionContext, visit: Visit, input: OutputOf<Calls['enroll']['input']>) => {
    const { page } = visit
    const [person, settings] = await sendTogether(
      verified(ctx, visit, selfServiceActions.enrollment),
      keySettingsOf(ctx, page),
    )
    const card = cardOfVisit(ctx, visit)
    const key = await enrollCard(ctx, {
      owner: person.owner,
      card,
      pin: input.pin,
      settings,
      ifOneExists: page.settings.secondCard,
      proven: person.proven,
      at: { page: page.name },
    })
    return finished(ctx, visit, person, key, card === undefined ? 'waiting' : 'enrolled')
  },
)

/** Resets the PIN of the user's own card. @throws wrong-step, nobody-found, and the refusals of recoverCard */
export const reset = lastStep(
  async (ctx: TransactionContext, visit: Visit, input: OutputOf<Calls['reset']['input']>) => {
    const person = await verified(ctx, visit, selfServiceActions.recovery)
    const card = cardOfVisit(ctx, visit)
    if (card === undefined) throw problem('wrong-step')
    const key = await recoverCard(ctx, { owner: person.owner, card, pin: input.pin, proven: person.proven })
    return finished(ctx, visit, person, key, 'recovered')
  },
)

// Refusals for another user's card, or an unassigned one
const notTheirs: ReadonlySet<string> = new Set(['card-taken', 'card-unknown'])

/**
 * Wraps the last step of a visit. A refusal rolls it back, so a card that is not the user's is counted as a wrong
 * answer afterwards, to prevent finding out card owners by trying.
 */
function lastStep<I, R>(work: (ctx: TransactionContext, visit: Visit, input: I) => Promise<R>) {
  return withoutTransaction(async (ctx: RequestContext, input: I): Promise<R> => {
    try {
      return await inVisit(ctx, (inside, visit) => work(inside, visit, input))
    } catch (error) {
      if (!(error instanceof Problem) || !notTheirs.has(error.code)) throw error
      return inVisit<R>(ctx, (inside, visit) => failVisit(inside, visit, error))
    }
  })
}

interface Person {
  user: UserRow
  owner: { id: string; name: string }
  proven: boolean
}

// An administrator could verify anyone with a service of their own. Other providers recognize users with a role only by an
// account that these users connected
const proofs: ReadonlySet<string> = new Set(['email', 'phone', 'entraId', 'sso'])

/** The user of a visit whose steps are all completed, locked until the transaction ends. */
async function verified(ctx: TransactionContext, { row }: Visit, action: number): Promise<Person> {
  if (row.action !== action || row.user_id === null || row.verified_by === null) throw problem('wrong-step')
  const [[user]] = await sendTogether(lockUsers(ctx.db, [row.user_id]), waitForDisk(ctx.db))
  if (!user || user.suspended_at !== null || user.deactivated_at !== null) throw problem('nobody-found')
  return {
    user,
    owner: { id: user.id, name: `${user.first_name} ${user.last_name}` },
    proven: proofs.has(row.verified_by),
  }
}

/** Clears card and user, so that nothing can be repeated, and sends notifications. */
async function finished(
  ctx: TransactionContext,
  { row, page }: Visit,
  { user, owner }: Person,
  key: SecurityKeyRow,
  what: 'enrolled' | 'waiting' | 'recovered',
): Promise<{ ok: true; keyName: string }> {
  const action = row.action as 0 | 1
  const line = record(ctx, {
    action: what === 'recovered' ? 'self-service.recovered' : 'self-service.enrolled',
    object: objectOf(key),
    after: { page: page.name, verifiedBy: row.verified_by, ...(row.card_read !== null && { reader: row.card_read }) },
    by: owner,
  })
  await sendTogether(
    line,
    changeVisit(ctx.db, row.id, { ...forgetVisitor.card, action: null, over: true, worked: false }),
    key.pin_sealed !== null && withCounts(ctx, page, 'pin-set', action),
    withCounts(ctx, page, 'done', action),
    noteWorkflowUse(ctx, page.address, what === 'recovered' ? 'recovered' : 'enrolled', owner),
  )
  if (page.settings.tellPerson && !key.proof_due) await notifyPerson(ctx, user, { what, page })
  return { ...doneReply, keyName: key.name }
}
