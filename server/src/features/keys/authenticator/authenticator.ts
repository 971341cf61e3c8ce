import { type CborMap, encoded, mapOf } from '#platform/ctap/cbor.ts'
import { CtapError, failCtap, type Status, ctapStatuses } from '#platform/ctap/ctap-status.ts'
import type { CardState } from './authenticator.card.ts'
import type { AuthenticatorChange } from './authenticator.changes.ts'
import { clientPin } from './commands/client-pin.ts'
import { credentialManagement, continuesCommand } from './commands/credential-management.ts'
import { getAssertion } from './commands/get-assertion.ts'
import { getInfo } from './commands/get-info.ts'
import { makeCredential } from './commands/make-credential.ts'
import { nextAssertion } from './commands/next-assertion.ts'
import type { AuthenticatorDependencies } from './authenticator.dependencies.ts'
import { MAX_MESSAGE } from './authenticator.model.ts'
import type { Session } from './authenticator.session.ts'
import { type AuthenticatorCommand, mustBePresent, type CommandContext } from './command-context.ts'

// Clause numbers in this module refer to the Client to Authenticator Protocol (CTAP) 2.1, Proposed Standard of
// 2021-06-15.

export interface AuthenticatorReply {
  readonly reply: Uint8Array
  readonly status: Status
  /** Replaces the given session, even if the request was refused. */
  readonly session: Session
  /** Must be stored before the reply leaves, even if the request was refused. */
  readonly changes: readonly AuthenticatorChange[]
}

/**
 * authenticatorReset (§6.6): only an administrator can reset a card, not anyone who holds it for ten seconds.
 */
const reset: AuthenticatorCommand = () => {
  throw failCtap('OPERATION_DENIED')
}

/** authenticatorSelection (§6.9): needs a tap but doesn't spend it. */
const selection: AuthenticatorCommand = context => {
  mustBePresent(context)
  return null
}

const GET_NEXT_ASSERTION = 0x08
const CREDENTIAL_MANAGEMENT = 0x0a

/**
 * §6. Commands missing here, such as bio enrollment, large blobs, and configuration, are also missing in
 * GetInfo.
 */
const commands: Readonly<Record<number, AuthenticatorCommand>> = {
  0x01: makeCredential,
  0x02: getAssertion,
  0x04: getInfo,
  0x06: clientPin,
  0x07: reset,
  [GET_NEXT_ASSERTION]: nextAssertion,
  [CREDENTIAL_MANAGEMENT]: credentialManagement,
  0x0b: selection,
}

function follows(code: number, map: CborMap): boolean {
  return code === GET_NEXT_ASSERTION || (code === CREDENTIAL_MANAGEMENT && continuesCommand(map))
}

async function run(context: CommandContext, request: Uint8Array): Promise<CborMap | null> {
  const [code] = request
  if (code === undefined) throw failCtap('INVALID_LENGTH')
  if (request.length > MAX_MESSAGE) throw failCtap('REQUEST_TOO_LARGE')
  const command = commands[code]
  if (!command) throw failCtap('INVALID_COMMAND')
  const map = mapOf(request.subarray(1))
  if (!follows(code, map)) context.session = { ...context.session, pending: null }
  return command(context, map)
}

/**
 * Answers one CTAP2 request for a card at a reader. Any input bytes lead to a status; it rejects only if a
 * faculty fails.
 * The core has no clock, randomness, or storage; all are passed in. A session answers one request at
 * a time.
 */
export async function answer(
  card: CardState,
  session: Session,
  request: Uint8Array,
  faculties: AuthenticatorDependencies,
): Promise<AuthenticatorReply> {
  const context: CommandContext = { card, faculties, changes: [], session }
  const done = (status: Status, body: CborMap | null = null): AuthenticatorReply => ({
    reply: Buffer.concat([Buffer.of(ctapStatuses[status]), ...(body ? [encoded(body)] : [])]),
    status,
    session: context.session,
    changes: context.changes,
  })
  try {
    return done('OK', await run(context, request))
  } catch (cause) {
    if (cause instanceof CtapError) return done(cause.status)
    throw cause
  }
}
