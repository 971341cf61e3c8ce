import type { CodeChannel, SelfServiceAction, ProofOfWorkTask } from '@claviger/contract/access/self-service'
import type { Identity } from '@claviger/contract/access/self-service/form'
import type { PageMessage } from '@claviger/contract/keys/extension'
import type { Call, Reply } from './page-calls.ts'
import type { PageMemo } from './memo.ts'
import type { State } from './state.ts'

export type Timer = 'config' | 'lookup' | 'retry' | 'extension'

/** Why a call was refused; without a message, nothing is shown (R58, R59). */
export interface CallRefusal {
  readonly status: number
  readonly code: string | null
  readonly message: string | null
  readonly work: ProofOfWorkTask | null
}

export type Event =
  | { readonly is: 'opened'; readonly session: string | null; readonly memo: PageMemo | null }
  | { readonly is: 'answered'; readonly id: number; readonly answer: Reply }
  | { readonly is: 'refused'; readonly id: number; readonly refused: CallRefusal }
  | { readonly is: 'lost'; readonly id: number }
  | { readonly is: 'worked'; readonly id: number; readonly proof: string }
  | { readonly is: 'due'; readonly timer: Timer }
  | { readonly is: 'tick' }
  | { readonly is: 'extension'; readonly id: string; readonly version: string }
  | { readonly is: 'read'; readonly text: string; readonly at?: 'extension' | 'hand' }
  | { readonly is: 'tapped'; readonly card: string }
  | { readonly is: 'chosen'; readonly action: SelfServiceAction }
  | { readonly is: 'without-card' }
  | { readonly is: 'identified'; readonly identity: Identity }
  | { readonly is: 'code-wanted'; readonly channel: CodeChannel }
  | { readonly is: 'code-typed'; readonly code: string }
  | { readonly is: 'modal-closed' }
  | { readonly is: 'confirmed' }
  | { readonly is: 'sign-in-wanted' }
  | { readonly is: 'pin-typed'; readonly pin: string; readonly again: string }
  | { readonly is: 'back' }
  | { readonly is: 'first-step' }
  | { readonly is: 'stay' }
  | { readonly is: 'touched' }
  | { readonly is: 'retry' }
  | { readonly is: 'recover-instead' }
  | { readonly is: 'another-card' }
  | { readonly is: 'language-chosen' }
  | { readonly is: 'texts'; readonly config: Extract<Reply, { name: 'config' }>['reply'] }
  | { readonly is: 'reports' }

export type Effect =
  | {
      readonly does: 'call'
      readonly id: number
      readonly call: Call
      readonly session: string | null
      readonly proof: string | null
    }
  | { readonly does: 'work'; readonly id: number; readonly work: ProofOfWorkTask }
  | { readonly does: 'wait'; readonly timer: Timer; readonly ms: number }
  | { readonly does: 'post'; readonly message: PageMessage }
  | { readonly does: 'keep'; readonly session: string }
  | { readonly does: 'remember'; readonly memo: PageMemo }
  /** Clears the session and the stored state; `all` also clears the user's language choice. */
  | { readonly does: 'forget'; readonly all: boolean }
  | { readonly does: 'clear-sign-in' }
  | { readonly does: 'go'; readonly to: string }
  | { readonly does: 'open'; readonly to: string }
  | { readonly does: 'strip' }
  | { readonly does: 'alert'; readonly text: string }
  | { readonly does: 'speak'; readonly language: string }

export type PageMove = readonly [State, readonly Effect[]]
