export interface LogWording {
  label: string
  did: string
  /** Text for a failure; defaults to "was refused". */
  failed?: string
  use?: true
}

export const logged = <Action extends string>(actions: Record<Action, LogWording>): Record<Action, LogWording> =>
  actions

export interface RefusalWording {
  status: number
  says: string
  constraint?: string
}

export const refusals = <Code extends string>(codes: Record<Code, RefusalWording>): Record<Code, RefusalWording> =>
  codes
