import { createHash, randomBytes } from 'node:crypto'
import { later, minutes } from '#platform/clock.ts'
import { Problem, problem } from '#platform/problem.ts'
import { keyedHash, sameBytes } from '#platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { spendChallenge } from '#features/keys/credentials/credentials.ts'

/** Zero bits of a usual task, about a second in a browser, and of a hard one, about two. */
export const [usualWork, hardWork] = [16, 17] as const
const lastsMinutes = 10

function zeros(hash: Uint8Array): number {
  const first = hash.findIndex(byte => byte !== 0)
  return first === -1 ? hash.length * 8 : first * 8 + Math.clz32(hash[first] ?? 0) - 24
}

export const isProofValid = (salt: string, proof: string, wanted: number): boolean =>
  zeros(createHash('sha256').update(`${salt}${proof}`).digest()) >= wanted

const hashOf = (world: Pick<AppContext, 'hashKey'>, purpose: string, bits: number) =>
  keyedHash(world.hashKey, 'work for', `${bits} ${purpose}`).subarray(0, 16)

/** Refusal that requires a proof of work; the challenge is bound to this purpose and not stored. */
export function workFor(ctx: TransactionContext, purpose: string, bits: number = usualWork): Problem {
  const payload = Buffer.concat([randomBytes(16), hashOf(ctx, purpose, bits)])
  const refusal = problem('proof-needed')
  refusal.work = { salt: ctx.references.sign('work', payload, later(ctx.clock.now(), minutes(lastsMinutes))), bits }
  return refusal
}

/** Was the work for this purpose done? `proof` is the salt, a colon, and the number. Valid only once. */
export async function workDone(
  ctx: TransactionContext,
  purpose: string,
  proof: string | undefined,
  bits: number = usualWork,
): Promise<boolean> {
  const [salt = '', number = ''] = proof?.split(':') ?? []
  const payload = ctx.references.read('work', salt, ctx.clock.now())
  if (payload?.length !== 32 || !sameBytes(payload.subarray(16), hashOf(ctx, purpose, bits))) return false
  if (!isProofValid(salt, number, bits)) return false
  try {
    await spendChallenge(ctx, payload, ctx.references.endOf(salt))
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
