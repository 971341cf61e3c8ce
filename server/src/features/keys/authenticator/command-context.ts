import type { CborMap } from '../../../ground/ctap/cbor.ts'
import { refuse } from '../../../ground/ctap/status.ts'
import type { CardState } from './authenticator.card.ts'
import type { Change } from './authenticator.changes.ts'
import type { Faculties, KeyUse } from './authenticator.faculties.ts'
import type { Session } from './authenticator.session.ts'

/** A card that somebody taps, as far as it is asked whether they may. */
export interface Standing {
  readonly card: CardState
  readonly faculties: Pick<Faculties, 'now'>
  session: Session
}

/** One request being answered; what it changes stays changed when it is refused half-way. */
export interface CommandContext extends Standing {
  readonly faculties: Faculties
  readonly changes: Change[]
}

/** Answers one command: the members of its reply, or null where the status says it all. */
export type Command = (context: CommandContext, parameters: CborMap) => CborMap | null | Promise<CborMap | null>

/** A tap counts for two minutes, as it does for a key held to an NFC reader (CTAP 2.1 §11.3). */
const TAP_COUNTS = 120_000

/** Is there somebody? A tap shows it, and is not used up by the question. */
export function mustBePresent({ session, faculties }: Standing): void {
  if (session.tappedAt === null || faculties.now - session.tappedAt > TAP_COUNTS) throw refuse('OPERATION_DENIED')
}

/** One tap, one act: software on the computer cannot sign in twice by it. */
export function spendTap(context: Standing): void {
  mustBePresent(context)
  context.session = { ...context.session, tappedAt: null }
}

/** The workspace declines as the user might. */
export async function mustBeAllowed({ faculties }: CommandContext, use: KeyUse): Promise<void> {
  if (!(await faculties.mayUse(use))) throw refuse('OPERATION_DENIED')
}

/** Was it blocked by too many wrong PINs? */
export const isBlocked = ({ verification, tries }: CardState): boolean => verification === 'pin' && tries.left === 0
