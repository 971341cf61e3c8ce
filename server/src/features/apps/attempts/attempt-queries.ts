import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { type Attempt, type attempts, daysOfAttempts } from '@claviger/contract/apps/attempts'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { days, later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { sayTo } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { type Application, applicationById } from '../applications/applications.ts'
import { attemptSubject, type SealedAttempt, mendOf, type RegisteredValues, registeredFor } from './attempts.ts'
import { attemptsBefore, namesOfUsers } from './attempts.store.ts'
import { reasonInWords } from './attempt-reasons.ts'

const page = 25

function registeredOf(of: Application): RegisteredValues {
  const active = [String(of.active)]
  if (of.protocol === protocols.saml)
    return { active, acs: of.settings.acs.map(one => one.url), nameIdFormat: [of.settings.nameIdFormat] }
  if (of.protocol === protocols.proxy || of.protocol === protocols.bookmark) return { active }
  const { redirectUris, postLogoutRedirectUris, scopes } = of.settings
  return { active, redirectUris, postLogoutRedirectUris, scopes }
}

async function attemptsOf(ctx: TransactionContext, of: Application | null, before: string | undefined) {
  const application = of?.id ?? null
  const registered = of ? registeredOf(of) : {}
  const rows = await attemptsBefore(ctx.db, application, before ?? null, page + 1)
  const oldest = later(ctx.clock.now(), -days(daysOfAttempts))
  const sealer = await sealerOfWorkspace(ctx)
  const workspace = workspaceOf(ctx)
  const say = sayTo(ctx)
  const kept = rows
    .slice(0, page)
    .filter(row => row.at > oldest)
    .map(row => ({
      row,
      told: JSON.parse(sealer.open(row.sealed, attemptSubject(row.id, workspace)).toString()) as SealedAttempt,
    }))
  const names = await namesOfUsers(ctx.db, [...new Set(kept.flatMap(({ told }) => told.user ?? []))])
  const items = kept.map(({ row, told }): Attempt => ({
    id: row.id,
    at: row.at.toISOString(),
    protocol: told.protocol,
    step: told.step,
    ok: told.ok,
    reason: told.reason?.code ?? null,
    says:
      told.reason &&
      say(reasonInWords(told.reason.code, told.reason.details, registeredFor(told.reason.code, registered))),
    mend: application === null ? null : mendOf(told, registered),
    user: told.user === null ? null : { id: told.user, name: names.get(told.user) ?? '' },
    facts: Object.entries(told.facts).map(([name, value]) => ({ name, value })),
  }))
  return { items, more: rows.length > page }
}

type InputFor<Call extends keyof typeof attempts.calls> = OutputOf<(typeof attempts.calls)[Call]['input']>

/** Latest requests of an application, newest first. @throws not-found */
export async function listAttempts(ctx: TransactionContext, { id, before }: InputFor<'ofApplication'>) {
  const application = await applicationById(ctx, id)
  if (!application) throw problem('not-found')
  return attemptsOf(ctx, application, before)
}

/** Latest requests that named no application of this workspace, newest first. */
export const listOfStrangers = (ctx: TransactionContext, { before }: InputFor<'ofStrangers'>) =>
  attemptsOf(ctx, null, before)
