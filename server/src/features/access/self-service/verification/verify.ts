import type { InputOf, OutputOf } from '@claviger/contract/ground/endpoint'
import type { selfService } from '@claviger/contract/access/self-service'
import { decimalOfCard } from '@claviger/contract/keys/card-numbers'
import { problem } from '../../../../ground/problem.ts'
import type { Ctx, RequestCtx } from '../../../../ground/world.ts'
import { together } from '../../../../ground/db/together.ts'
import { withoutTransaction } from '../../../../http/bind.ts'
import { Undelivered } from '../../../../outside/target.ts'
import { userById, type UserRow } from '../../../people/users/users.ts'
import { automaticSecretOf } from '../../self-service-settings/self-service-settings.ts'
import { workNeeded } from '../abuse/work.ts'
import { cardOfVisit } from '../card.ts'
import { failed } from '../failed.ts'
import { pinDue, pinOf } from '../pin.ts'
import { changeVisit, findByLoginName, type VisitRow } from '../self-service.store.ts'
import { countReached, keeps } from '../reached.ts'
import { inVisit, KeptRefusal, type Visit } from '../visit.ts'
import { type Belonging, belongs } from '../../self-service-settings/self-service-settings.automatic.ts'
import { checkCode } from './code.ts'
import { entraOf, type Subject, subjectOf } from './entra.ts'

type Verify = (typeof selfService.calls)['verify']
type Input = OutputOf<Verify['input']>
type Reply = InputOf<Verify['reply']>

/** What somebody outside has to be asked, before the visit goes on from where it stood. */
type Question =
  | { ask: 'system'; at: number; to: { url: string; secret: Uint8Array }; about: Belonging }
  | { ask: 'tenant'; at: number; by: { authority: string; tenantId: string; clientId: string; nonce: string } }

/**
 * Checks whether somebody is the person found, in the way of the page; at Entra ID the sign-in may also say who it is.
 * Nothing is held while a stranger is asked, and only a clear yes is one. Throws wrong-step, visit-code-refused,
 * visit-code-spent, not-verified and proof-needed.
 */
export const verify = withoutTransaction(async (ctx: RequestCtx, input: Input): Promise<Reply> => {
  const first = await inVisit(ctx, (inside, visit) => look(inside, visit, input))
  if (!('ask' in first)) return first
  if (first.ask === 'system') {
    const yes = await belongs(ctx, first.to, first.about)
    return inVisit(ctx, async (inside, visit) => {
      if (visit.row.step !== first.at) throw problem('wrong-step')
      return yes ? through(inside, visit, 'automatic') : failed(inside, visit, problem('not-verified'))
    })
  }
  const subject = await signedIn(ctx, input.idToken ?? '', first.by)
  return inVisit(ctx, async (inside, visit) => {
    if (visit.row.step !== first.at) throw problem('wrong-step')
    return throughTenant(inside, visit, subject)
  })
})

async function look(ctx: Ctx, visit: Visit, input: Input): Promise<Reply | Question | KeptRefusal> {
  const { row, page } = visit
  const type = page.settings.verificationType
  const known = row.user_id !== null
  if (row.action === null || (!known && !(row.entra && type === 'entraId'))) throw problem('wrong-step')
  const needed = await workNeeded(ctx, visit, input.proof)
  if (needed) return needed
  if (type === 'none' || type === 'selfConfirmation') return through(ctx, visit, type)
  if (type === 'automatic') return questionOf(ctx, visit)
  if (type === 'default') {
    const proven = await checkCode(ctx, visit, input.code)
    return proven instanceof KeptRefusal ? proven : through(ctx, visit, proven)
  }
  const { nonce } = row
  const entra = entraOf(ctx.config, page, null)
  if (!entra || nonce === null || input.idToken === undefined) return new KeptRefusal(problem('wrong-step'))
  return { ask: 'tenant', at: row.step, by: { ...entra, nonce } }
}

/** What the owner's system is asked; a page that is not set up for it verifies nobody. */
async function questionOf(ctx: Ctx, visit: Visit): Promise<Question | KeptRefusal> {
  const { row, page } = visit
  const { url } = page.settings.automatic
  const secret = await automaticSecretOf(ctx, page)
  const user = row.user_id === null ? undefined : await userById(ctx, row.user_id)
  if (url === null || secret === undefined || !user) return failed(ctx, visit, problem('not-verified'))
  const card = cardOfVisit(ctx, visit) ?? null
  return { ask: 'system', at: row.step, to: { url, secret }, about: aboutOf(user, card, page.address) }
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

async function signedIn(ctx: RequestCtx, token: string, by: Omit<Parameters<typeof subjectOf>[1], 'config' | 'clock'>) {
  try {
    return await subjectOf(token, { ...by, config: ctx.config, clock: ctx.clock })
  } catch (error) {
    if (!(error instanceof Undelivered)) throw error
    ctx.log.warn({ authority: by.authority, reason: error.message }, 'the keys of a tenant could not be read')
    return undefined
  }
}

/** Whoever signed in must be the person found, or the holder of the card; or says who it is where nothing else is asked. */
async function throughTenant(ctx: Ctx, visit: Visit, subject: Subject | undefined): Promise<Reply | KeptRefusal> {
  const { row } = visit
  // Good for one answer
  const spent = { nonce: null, entra: false }
  const person = await personSignedIn(ctx, row, subject)
  if (person === undefined) return failed(ctx, visit, problem('not-verified'), spent)
  if (row.user_id === null) await countReached(ctx, visit, 'identified')
  return through(ctx, visit, 'entraId', { ...spent, user_id: person })
}

async function personSignedIn(ctx: Ctx, row: VisitRow, subject: Subject | undefined): Promise<string | undefined> {
  for (const name of subject?.names ?? []) {
    const found = await findByLoginName(ctx.db, name)
    const expected = row.user_id ?? row.holder_id
    if (found.length === 1 && (expected === null || found[0] === expected)) return found[0]
    if (found.length > 0) return undefined
  }
  return undefined
}

/** The person is verified; the code, if there was one, is used up. */
async function through(
  ctx: Ctx,
  visit: Visit,
  by: NonNullable<VisitRow['verified_by']>,
  more: { user_id?: string; nonce?: null; entra?: boolean } = {},
): Promise<Reply | KeptRefusal> {
  const { row } = visit
  const person = more.user_id ?? row.user_id
  if (person === null) throw problem('wrong-step')
  const [pin] = await together(
    more.user_id === undefined ? pinDue(ctx, visit) : pinOf(ctx, visit, person),
    changeVisit(ctx.db, row.id, { ...more, ...keeps(visit, 'verified'), verified_by: by, code_hash: null }),
    countReached(ctx, visit, 'verified'),
  )
  return { ok: true, ...pin }
}
