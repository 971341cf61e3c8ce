import type { CodeWay } from '@claviger/contract/access/sign-in.ways'

/** A code is on its way. */
export interface Sent {
  email: string
  /** How it comes. */
  by: CodeWay
  /** The mailbox; of a number its end, or nothing where this browser is not known. */
  codeSentTo: string
  /** Seconds until another may be asked for. */
  resendAfter: number
}

export interface ChoiceOf {
  workspaceId: string
  workspaceName: string
  workspaceIcon: string | null
  userId: string | null
  userName: string | null
}

export type Choices = ChoiceOf[]
