import type { Attempt, attempts } from '@claviger/contract/apps/attempts'
import { days, later } from '../../../ground/clock.ts'
import { daysOfAttempts } from '@claviger/contract/apps/attempts'
import type { OutputOf } from '@claviger/contract/ground/endpoint'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { sayTo } from '../../../ground/languages.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { sealerOfWorkspace } from '../../tenancy/workspaces/workspaces.key.ts'
import { applicationById } from '../applications/applications.ts'
import { aboutAttempt, type Kept, mendOf } from './attempts.ts'
import { attemptsBefore, namesOfUsers } from './attempts.store.ts'
import { reasonInWords } from './words.ts'

const page = 25

async function attemptsOf(ctx: Ctx, application: string | null, before: string | undefined) {
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
      of: JSON.parse(sealer.open(row.sealed, aboutAttempt(row.id, workspace)).toString()) as Kept,
    }))
  const names = await namesOfUsers(ctx.db, [...new Set(kept.flatMap(({ of }) => of.user ?? []))])
  const items = kept.map(({ row, of }): Attempt => ({
    id: row.id,
    at: row.at.toISOString(),
    protocol: of.protocol,
    step: of.step,
    ok: of.ok,
    reason: of.reason?.code ?? null,
    says: of.reason && say(reasonInWords(of.reason.code, of.reason.details)),
    mend: mendOf(of),
    user: of.user === null ? null : { id: of.user, name: names.get(of.user) ?? '' },
    facts: Object.entries(of.facts).map(([name, value]) => ({ name, value })),
  }))
  return { items, more: rows.length > page }
}

type InputFor<Call extends keyof typeof attempts.calls> = OutputOf<(typeof attempts.calls)[Call]['input']>

/** The last requests of an application, the newest first. Throws not-found. */
export async function listAttempts(ctx: Ctx, { id, before }: InputFor<'ofApplication'>) {
  if (!(await applicationById(ctx, id))) throw problem('not-found')
  return attemptsOf(ctx, id, before)
}

/** The last requests that named no application of this workspace, the newest first. */
export const listOfStrangers = (ctx: Ctx, { before }: InputFor<'ofStrangers'>) => attemptsOf(ctx, null, before)
