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
