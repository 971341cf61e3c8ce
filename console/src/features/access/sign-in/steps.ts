/** A code is on its way. */
export interface Sent {
  email: string
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
