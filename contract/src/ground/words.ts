export interface Logged {
  label: string
  did: string
  /** Text for a failure; defaults to "was refused". */
  failed?: string
  use?: true
}

export const logged = <Action extends string>(actions: Record<Action, Logged>): Record<Action, Logged> => actions

export interface Refusal {
  status: number
  says: string
  constraint?: string
}

export const refusals = <Code extends string>(codes: Record<Code, Refusal>): Record<Code, Refusal> => codes
