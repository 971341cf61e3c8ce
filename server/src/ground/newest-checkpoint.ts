import type { World } from './world.ts'

const newest = new WeakMap<World['superPool'], string>()

/** Keeps the newest signed checkpoint of the log for whoever sends it elsewhere; none where the log was tampered with. */
export function keepNewest(world: World, text: string | undefined): void {
  if (text === undefined) newest.delete(world.superPool)
  else newest.set(world.superPool, text)
}

/** The newest signed checkpoint of the log that this process knows. */
export const newestKnown = (world: World): string | undefined => newest.get(world.superPool)
