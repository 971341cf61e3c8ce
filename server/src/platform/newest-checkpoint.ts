import type { AppContext } from './app-context.ts'

const newest = new WeakMap<AppContext['superPool'], string>()

export function setNewestCheckpoint(world: AppContext, text: string | undefined): void {
  if (text === undefined) newest.delete(world.superPool)
  else newest.set(world.superPool, text)
}

export const newestKnown = (world: AppContext): string | undefined => newest.get(world.superPool)
