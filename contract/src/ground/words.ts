/** How an action reads in the activity log, in words that follow the person's name. */
export interface Logged {
  /** In the column of actions and in the filter. */
  label: string
  /** <0/> is the name of what was acted on. */
  did: string
  /** When it failed; without it, that it was refused. */
  failed?: string
  /** Somebody used a key or signed in; all else changes something. */
  use?: true
}

/** The actions of a noun that stand in the log. */
export const logged = <Action extends string>(actions: Record<Action, Logged>): Record<Action, Logged> => actions

/** A refusal that callers are told of. */
export interface Refusal {
  status: number
  says: string
  /** The database constraint whose violation means this. */
  constraint?: string
}

/** The refusals of a noun, by their codes. */
export const refusals = <Code extends string>(codes: Record<Code, Refusal>): Record<Code, Refusal> => codes
