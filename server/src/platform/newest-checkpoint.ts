import type { World } from './world.ts'

const newest = new WeakMap<World['superPool'], string>()

export function keepNewest(world: World, text: string | undefined): void {
  if (text === undefined) newest.delete(world.superPool)
  else newest.set(world.superPool, text)
}

export const newestKnown = (world: World): string | undefined => newest.get(world.superPool)
