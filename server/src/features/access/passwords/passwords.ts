import { hash, verify } from '@node-rs/argon2'
import { problem } from '#platform/problem.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { endSessionsByPassword } from '../sessions/sessions.ts'
import { findPassword, putPassword } from './passwords.store.ts'

// argon2id as recommended by OWASP: 19 MiB, two passes, one lane
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash without a known password, so that unknown users take the same time as known ones
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$Y2xhdmlnZXIgZGVjb3kgMQ$Jp1J2vbHgmFAKTXSgzlt0vmpxb6fPsEyXEJ5vOjpgYU'

/** Hashes a password; intentionally slow, so never call it inside a transaction. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Does the password match the hash? Takes the same time without a hash. Never call it inside a transaction. */
export async function passwordMatches(password: string, kept: string | undefined): Promise<boolean> {
  const matches = await verify(kept ?? decoy, password)
  return matches && kept !== undefined
}

export async function setPassword(ctx: TransactionContext, user: string, hashed: string): Promise<void> {
  await putPassword(ctx.db, {
    workspace_id: workspaceOf(ctx),
    user_id: user,
    hash: hashed,
    changed_at: ctx.clock.now(),
  })
  await endSessionsByPassword(ctx, user)
}

/** Refuses a wrong current password if both are set. @throws password-refused */
export async function mustMatchPassword(current: string | undefined, kept: string | undefined): Promise<void> {
  if (current === undefined || kept === undefined) return
  if (!(await passwordMatches(current, kept))) throw problem('password-refused')
}

export const passwordOf = async (ctx: TransactionContext, user: string): Promise<string | undefined> =>
  (await findPassword(ctx.db, user))?.hash
