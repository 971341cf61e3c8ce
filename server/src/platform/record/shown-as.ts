import type { Actor, TransactionContext } from '../app-context.ts'

export interface ShownActor {
  id: string | null
  name: string
}

/** How the log and all lists name an API key, so that it is never mistaken for a person. */
export const keyShownAs = <Id extends string | null>(key: { id: Id; name: string }) => ({
  id: key.id,
  name: `API key ${key.name}`,
})

/** The only place that decides how the log, runs, imports, and lists name an actor. */
export function shownAs({ actor }: { actor: Actor }): ShownActor {
  if (actor.kind === 'user') return { id: actor.id, name: actor.name }
  if (actor.kind === 'api-key') return keyShownAs(actor)
  if (actor.kind === 'operator') return { id: actor.id ?? null, name: actor.name }
  return { id: null, name: 'Nobody signed in' }
}

/** Sets the actor who requested a job, so that each log line of the job names them. */
export const inNameOf = (
  ctx: TransactionContext,
  asker: { actor_id: string | null; actor_name: string },
): TransactionContext =>
  Object.create(ctx, {
    actor: {
      enumerable: true,
      value: { kind: 'operator', name: asker.actor_name, ...(asker.actor_id !== null && { id: asker.actor_id }) },
    },
  }) as TransactionContext
