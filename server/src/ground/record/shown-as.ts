import type { Actor, Ctx } from '../world.ts'

/** Whom the log names: nobody's id is null. */
export interface Shown {
  id: string | null
  name: string
}

/** How the log and all lists name an API key, and a line that it made: never as if it were a person. */
export const keyShownAs = <Id extends string | null>(key: { id: Id; name: string }) => ({
  id: key.id,
  name: `API key ${key.name}`,
})

/** How the log, runs, imports and lists name whoever asks; the one place that says so. */
export function shownAs({ actor }: { actor: Actor }): Shown {
  if (actor.kind === 'user') return { id: actor.id, name: actor.name }
  if (actor.kind === 'api-key') return keyShownAs(actor)
  if (actor.kind === 'operator') return { id: actor.id ?? null, name: actor.name }
  return { id: null, name: 'Nobody signed in' }
}

/** This transaction in the name of whoever asked for the work that a job does, so that each of its lines says so. */
export const inNameOf = (ctx: Ctx, asker: { actor_id: string | null; actor_name: string }): Ctx =>
  Object.create(ctx, {
    actor: {
      enumerable: true,
      value: { kind: 'operator', name: asker.actor_name, ...(asker.actor_id !== null && { id: asker.actor_id }) },
    },
  }) as Ctx
