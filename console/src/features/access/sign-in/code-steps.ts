import type { CodeMethod } from '@claviger/contract/access/sign-in.ways'

export interface SentCode {
  email: string
  by: CodeMethod
  /** The email; for phone numbers only the last digits, or nothing if this browser is not trusted. */
  codeSentTo: string
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
