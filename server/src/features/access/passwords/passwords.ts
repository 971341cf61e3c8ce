import { hash, verify } from '@node-rs/argon2'
import { problem } from '../../../ground/problem.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { endSessionsByPassword } from '../sessions/sessions.ts'
import { findPassword, putPassword } from './passwords.store.ts'

// argon2id as OWASP asks for: 19 MiB, two passes, one lane
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The hash of a password that nobody has: unknown people take the same time as known ones
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$Y2xhdmlnZXIgZGVjb3kgMQ$Jp1J2vbHgmFAKTXSgzlt0vmpxb6fPsEyXEJ5vOjpgYU'

/** Hashes a password; slow on purpose, so never inside a transaction. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

/** Is this the password behind the hash? Takes the same time without one. Never inside a transaction. */
export async function passwordMatches(password: string, kept: string | undefined): Promise<boolean> {
  const matches = await verify(kept ?? decoy, password)
  return matches && kept !== undefined
}

/** Keeps a hashed password for a user of the transaction's workspace; what an earlier one opened ends. */
export async function setPassword(ctx: Ctx, user: string, hashed: string): Promise<void> {
  await putPassword(ctx.db, {
    workspace_id: workspaceOf(ctx),
    user_id: user,
    hash: hashed,
    changed_at: ctx.clock.now(),
  })
  await endSessionsByPassword(ctx, user)
}

/** Refuses a wrong current password, where one is set and one was given. Throws password-refused. */
export async function mustMatch(current: string | undefined, kept: string | undefined): Promise<void> {
  if (current === undefined || kept === undefined) return
  if (!(await passwordMatches(current, kept))) throw problem('password-refused')
}

/** The kept hash of a user's password. */
export const passwordOf = async (ctx: Ctx, user: string): Promise<string | undefined> =>
  (await findPassword(ctx.db, user))?.hash
