import { workspaceOf } from '#platform/db/transaction.ts'
import { msg } from '#platform/languages.ts'
import { type Problem, problem } from '#platform/problem.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import type { TransactionContext } from '#platform/app-context.ts'

/** Refuses an unregistered program. Logged, because its users would only see that cards don't work. */
export const refusedProgram = (ctx: TransactionContext, id: string): Problem =>
  problem('reader-refused').but(workspaceOf(ctx), kept => {
    const [failed, name] = [msg('The program was revoked, or its token is invalid'), `…${id.slice(-4)}`]
    const by = { id: null, name: ctx.request.program?.client ?? '' }
    const entry = { action: 'reader-app.refused', failed, by, object: { type: 'reader-app', id, name } } as const
    return recordRefused(kept, entry, { unknown: id })
  })
