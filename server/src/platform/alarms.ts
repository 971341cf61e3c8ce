import type { AppContext } from './app-context.ts'

const raised = new WeakMap<AppContext['superPool'], Map<string, string>>()

/** Raises an alarm, shown in metrics and on the health page until it is cleared. */
export function raise(world: AppContext, name: string, says: string): void {
  const all = raised.get(world.superPool) ?? new Map<string, string>()
  raised.set(world.superPool, all.set(name, says))
}

export function lower(world: AppContext, name: string): void {
  raised.get(world.superPool)?.delete(name)
}

export const alarmsOf = (world: AppContext): ReadonlyMap<string, string> => raised.get(world.superPool) ?? new Map()
