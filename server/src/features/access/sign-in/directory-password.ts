import { setTimeout as sleep } from 'node:timers/promises'
import { enterWorkspace } from '#platform/db/transaction.ts'
import type { RequestContext } from '#platform/app-context.ts'
import { inDirectory, acceptsPassword } from '#features/directories/ldap/ldap.sign-in.ts'
import { knownUser } from '../guesses/guesses.browser.ts'
import { guessAt } from '../guesses/guesses.secrets.ts'
import { releaseGuess } from '../guesses/guesses.ts'
import { type EmailSignIn, findCandidates } from './sign-in.store.ts'

// Maximum number of users per email whose password is checked at the directory
const most = 3

/**
 * Current response time of directories in ms: users without a directory wait as long, so that timing reveals nothing.
 */
let usual = 0

/** Delays a refusal until it has taken as long as one with a directory call. */
export const equalizeDelay = (begun: number): Promise<void> =>
  sleep(Math.max(0, begun + usual * 1.2 - performance.now()))

/**
 * Users with this email whose directory accepts the password. Wrong passwords are limited per user, below the
 * directory's lockout threshold. Beyond the limit the response is the same as for a wrong password, and all other
 * methods stay available.
 */
export async function usersByDirectory(ctx: RequestContext, signIn: EmailSignIn, password: string): Promise<string[]> {
  const possible = (await ctx.transact(inside => findCandidates(inside.db, signIn.email, ctx.clock.now()))).filter(
    one =>
      one.by_code &&
      one.ways.includes('password') &&
      (signIn.workspace_id === null || one.workspace_id === signIn.workspace_id),
  )
  const users: string[] = []
  for (const { workspace_id: workspace, user_id: user } of possible.slice(0, most)) {
    const begun = performance.now()
    const asked = await ctx.transact(async inside => {
      await enterWorkspace(inside, workspace)
      const who = await inDirectory(inside, user)
      const isKnown = (await knownUser(inside, async () => [user])) !== undefined
      const taken = who && (await guessAt(inside, { kind: 'directory', name: user, isKnown }))
      return taken === undefined || taken instanceof Error ? undefined : { who: who as NonNullable<typeof who>, taken }
    })
    if (!asked) continue
    const right = await acceptsPassword(ctx, asked.who, password)
    usual = Math.min(3000, Math.max(usual * 0.9, performance.now() - begun))
    if (!right) continue
    await ctx.transact(inside => releaseGuess(inside, asked.taken))
    users.push(user)
  }
  return users
}
