import { workspaceOf } from '#platform/db/transaction.ts'
import type { InputOf, OutputOf } from '@claviger/contract/platform/endpoint'
import type { selfService } from '@claviger/contract/access/self-service'
import { decimalOfCard } from '@claviger/contract/keys/card-numbers'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { withoutTransaction } from '#http/bind.ts'
import type { ProviderRow } from '#features/connect/identity-providers/identity-providers.ts'
import { userById, type UserRow } from '#features/people/users/users.ts'
import { personOfVisit } from '#features/access/external-sign-in/external-sign-in.visits.ts'
import { providerOfPage } from '#features/access/self-service-settings/self-service-settings.provider.ts'
import { automaticSecretOf } from '#features/access/self-service-settings/self-service-settings.ts'
import { workNeeded } from '../abuse/work.ts'
import { cardOfVisit } from '../visit-card.ts'
import { failVisit } from '../failed.ts'
import { pinDue, pinOf } from '../visit-pin.ts'
import { changeVisit, type VisitRow } from '../self-service.store.ts'
import { countReached, stageChange } from '../stage-counts.ts'
import { inVisit, KeptRefusal, type Visit } from '../visit.ts'
import { type Belonging, isOwnSecret } from '#features/access/self-service-settings/self-service-settings.automatic.ts'
import { checkCode } from './code.ts'

type Verify = (typeof selfService.calls)['verify']
type Input = OutputOf<Verify['input']>
type Reply = InputOf<Verify['reply']>

interface Question {
  ask: 'system'
  at: number
  to: { workspace: string; url: string; secret: Uint8Array }
  about: Belonging
}

/**
 * Verifies the identified user with the page's method; a sign-in at a provider may also identify the user. No
 * transaction is open during external calls, and only a clear yes counts.
 * @throws wrong-step, visit-code-refused, visit-code-spent, not-verified, proof-needed
 */
export const verifyVisitor = withoutTransaction(async (ctx: RequestContext, input: Input): Promise<Reply> => {
  const first = await inVisit(ctx, (inside, visit) => look(inside, visit, input))
  if (!('ask' in first)) return first
  const yes = await isOwnSecret(ctx, first.to, first.about)
  return inVisit(ctx, async (inside, visit) => {
    if (visit.row.step !== first.at) throw problem('wrong-step')
    return yes ? through(inside, visit, 'automatic') : failVisit(inside, visit, problem('not-verified'))
  })
})

async function look(ctx: TransactionContext, visit: Visit, input: Input): Promise<Reply | Question | KeptRefusal> {
  const { row, page } = visit
  const type = page.settings.verificationType
  const known = row.user_id !== null
  if (row.action === null || (!known && !row.elsewhere)) throw problem('wrong-step')
  const needed = await workNeeded(ctx, visit, input.proof)
  if (needed) return needed
  if (type === 'none' || type === 'selfConfirmation') return through(ctx, visit, type)
  if (type === 'automatic') return questionOf(ctx, visit)
  if (type === 'default') {
    const proven = await checkCode(ctx, visit, input.code)
    return proven instanceof KeptRefusal ? proven : through(ctx, visit, proven)
  }
  const { nonce } = row
  const provider = await providerOfPage(ctx, page)
  if (!provider || nonce === null || input.signedIn === undefined) return new KeptRefusal(problem('wrong-step'))
  return throughProvider(ctx, visit, provider, { by: type, visit: nonce, code: input.signedIn })
}

async function questionOf(ctx: TransactionContext, visit: Visit): Promise<Question | KeptRefusal> {
  const { row, page } = visit
  const { url } = page.settings.automatic
  const secret = await automaticSecretOf(ctx, page)
  const user = row.user_id === null ? undefined : await userById(ctx, row.user_id)
  if (url === null || secret === undefined || !user) return failVisit(ctx, visit, problem('not-verified'))
  const card = cardOfVisit(ctx, visit) ?? null
  return {
    ask: 'system',
    at: row.step,
    to: { workspace: workspaceOf(ctx), url, secret },
    about: aboutOf(user, card, page.address),
  }
}

const aboutOf = (user: UserRow, card: string | null, page: string): Belonging => ({
  card,
  cardDecimal: card === null ? null : decimalOfCard(card),
  user: {
    userId: user.user_id,
    employeeId: user.employee_id,
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
  },
  page,
})

/**
 * The signed-in user must be the identified one, or the card's owner; without fields, the sign-in identifies the
 * user.
 */
async function throughProvider(
  ctx: TransactionContext,
  visit: Visit,
  provider: ProviderRow,
  { by, ...came }: { by: 'entraId' | 'sso' | 'identity'; visit: string; code: string },
): Promise<Reply | KeptRefusal> {
  const { row } = visit
  const spent = { nonce: null, elsewhere: false }
  const person = await personOfVisit(ctx, provider, { ...came, expected: row.user_id ?? row.holder_id })
  if (person === undefined) return failVisit(ctx, visit, problem('not-verified'), spent)
  if (row.user_id === null) await countReached(ctx, visit, 'identified')
  return through(ctx, visit, by, { ...spent, user_id: person })
}

/** Marks the user as verified and consumes the code, if any. */
async function through(
  ctx: TransactionContext,
  visit: Visit,
  by: NonNullable<VisitRow['verified_by']>,
  more: { user_id?: string; nonce?: null; elsewhere?: boolean } = {},
): Promise<Reply | KeptRefusal> {
  const { row } = visit
  const person = more.user_id ?? row.user_id
  if (person === null) throw problem('wrong-step')
  const [pin] = await sendTogether(
    more.user_id === undefined ? pinDue(ctx, visit) : pinOf(ctx, visit, person),
    changeVisit(ctx.db, row.id, { ...more, ...stageChange(visit, 'verified'), verified_by: by, code_hash: null }),
    countReached(ctx, visit, 'verified'),
  )
  return { ok: true, ...pin }
}
