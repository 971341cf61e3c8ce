import type { World } from './world.ts'

const raised = new WeakMap<World['superPool'], Map<string, string>>()

/** Shows a fault that somebody must look at, in figures and on the health page, until it is lowered. */
export function raise(world: World, name: string, says: string): void {
  const all = raised.get(world.superPool) ?? new Map<string, string>()
  raised.set(world.superPool, all.set(name, says))
}

/** Takes a fault back that is one no more. */
export function lower(world: World, name: string): void {
  raised.get(world.superPool)?.delete(name)
}

/** What needs a look now, by name. */
export const alarmsOf = (world: World): ReadonlyMap<string, string> => raised.get(world.superPool) ?? new Map()
