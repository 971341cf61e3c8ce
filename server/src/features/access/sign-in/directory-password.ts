import { setTimeout as sleep } from 'node:timers/promises'
import { enterWorkspace } from '../../../ground/db/transaction.ts'
import type { RequestCtx } from '../../../ground/world.ts'
import { inDirectory, letsIn } from '../../directories/ldap/ldap.sign-in.ts'
import { knownUser } from '../guesses/guesses.browser.ts'
import { guessAt } from '../guesses/guesses.secrets.ts'
import { giveBack } from '../guesses/guesses.ts'
import { type EmailSignIn, findCandidates } from './sign-in.store.ts'

// So many people with one mailbox are asked about
const most = 3

/** How long directories take at the moment, ms: who is in none waits as long, so that the time tells nobody. */
let usual = 0

/** Waits until a refusal has taken as long as one that asked a directory. */
export const waitAsLong = (begun: number): Promise<void> => sleep(Math.max(0, begun + usual * 1.2 - performance.now()))

/**
 * The people with this mailbox whose directory lets them in by this password. Wrong ones are counted for each person,
 * below what locks accounts there; where no more are left the answer is as for a wrong one, and all other ways stay.
 */
export async function usersByDirectory(ctx: RequestCtx, signIn: EmailSignIn, password: string): Promise<string[]> {
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
    const right = await letsIn(ctx, asked.who, password)
    usual = Math.min(3000, Math.max(usual * 0.9, performance.now() - begun))
    if (!right) continue
    await ctx.transact(inside => giveBack(inside, asked.taken))
    users.push(user)
  }
  return users
}
