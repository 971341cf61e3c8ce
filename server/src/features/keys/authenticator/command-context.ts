import type { CborMap } from '#platform/ctap/cbor.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import type { CardState } from './authenticator.card.ts'
import type { AuthenticatorChange } from './authenticator.changes.ts'
import type { AuthenticatorDependencies, KeyUse } from './authenticator.dependencies.ts'
import type { Session } from './authenticator.session.ts'

export interface AuthenticatorContext {
  readonly card: CardState
  readonly faculties: Pick<AuthenticatorDependencies, 'now'>
  session: Session
}

export interface CommandContext extends AuthenticatorContext {
  readonly faculties: AuthenticatorDependencies
  readonly changes: AuthenticatorChange[]
}

export type AuthenticatorCommand = (
  context: CommandContext,
  parameters: CborMap,
) => CborMap | null | Promise<CborMap | null>

/** A tap counts for two minutes, like a key held to an NFC reader (CTAP 2.1 §11.3). */
const TAP_COUNTS = 120_000

export function mustBePresent({ session, faculties }: AuthenticatorContext): void {
  if (session.tappedAt === null || faculties.now - session.tappedAt > TAP_COUNTS) throw failCtap('OPERATION_DENIED')
}

/** One tap, one act: software on the computer can't sign in twice with it. */
export function spendTap(context: AuthenticatorContext): void {
  mustBePresent(context)
  context.session = { ...context.session, tappedAt: null }
}

/** A refusal by the workspace looks like one by the user. */
export async function mustBeAllowed({ faculties }: CommandContext, use: KeyUse): Promise<void> {
  if (!(await faculties.mayUse(use))) throw failCtap('OPERATION_DENIED')
}

export const isBlocked = ({ verification, tries }: CardState): boolean => verification === 'pin' && tries.left === 0
