import { hash, randomInt } from 'node:crypto'
import { messages } from '@claviger/contract/platform/messages'
import { createChallenge, type Challenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { later, minutes } from '#platform/clock.ts'
import { problem } from '#platform/problem.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { insertRobotProof } from './robot-check.store.ts'

const lastsMinutes = 10
const rounds = 2000

const secrets = (world: Pick<AppContext, 'hashKey'>) => ({
  hmacSignatureSecret: keyedHash(world.hashKey, 'robot-check', 'challenge').toString('hex'),
  hmacKeySignatureSecret: keyedHash(world.hashKey, 'robot-check', 'answer').toString('hex'),
})

/** Creates a challenge that takes a few hundred attempts (ROBOT_COST); signed, so verifying needs only one. */
export function makeRiddle(world: AppContext): Promise<Challenge> {
  const most = world.config.robotCost
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    // At least half, so that there are no lucky short solutions
    counter: randomInt(Math.ceil(most / 2), most + 1),
    counterMode: 'uint32',
    deriveKey,
    expiresAt: later(world.clock.now(), minutes(lastsMinutes)),
    ...secrets(world),
  })
}

export interface RobotCheckProof {
  id: Buffer
  endsAt: Date
}

const refused = () => problem('robot-check', undefined, [{ field: 'robotProof', message: messages['robot-check'] }])

/** Verifies a solved challenge, base64 of altcha's JSON. @throws robot-check */
export async function checkProof(world: AppContext, text: string): Promise<RobotCheckProof> {
  const payload = readPayload(text)
  const { verified } = await verifySolution({
    challenge: payload.challenge,
    solution: payload.solution,
    counterMode: 'uint32',
    deriveKey,
    ...secrets(world),
  })
  const endsAt = new Date((payload.challenge.parameters.expiresAt ?? 0) * 1000)
  if (!verified || endsAt <= world.clock.now()) throw refused()
  return { id: hash('sha256', payload.challenge.signature ?? '', 'buffer'), endsAt }
}

// Accepts only our signed kind of challenge; verifying the other kind would make us derive keys for attackers
function readPayload(text: string): Payload {
  try {
    const payload = JSON.parse(Buffer.from(text, 'base64').toString()) as Partial<Payload>
    const { challenge, solution } = payload
    if (typeof challenge?.parameters.keySignature === 'string' && typeof challenge.signature === 'string' && solution) {
      return { challenge, solution }
    }
  } catch {
    // Handled below like any other invalid text
  }
  throw refused()
}

/** Consumes a proof, enforced by the table's primary key. @throws robot-check */
export async function spendProof(ctx: TransactionContext, proof: RobotCheckProof): Promise<void> {
  if (!(await insertRobotProof(ctx.db, proof.id, proof.endsAt))) throw refused()
}
