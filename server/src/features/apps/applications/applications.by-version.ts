import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type Application, applicationById } from './applications.ts'

// Each change increments an application's version, so a caller that has just read the version can use the cached
// application

interface Kept {
  readonly application: Application
  readonly weight: number
}
const kept = new Map<string, Kept>()
const heaviest = 16_000_000
let weight = 0

/** The application with a version that was just read, or a newer one; undefined if it was deleted. */
export async function applicationOfVersion(
  ctx: TransactionContext,
  id: string,
  version: number,
): Promise<Application | undefined> {
  const name = `${workspaceOf(ctx)} ${id}`
  const known = kept.get(name)
  if (known?.application.version === version) return known.application
  const application = await applicationById(ctx, id)
  if (known) forget(name, known)
  if (application) keep(name, application)
  return application
}

function forget(name: string, { weight: own }: Kept): void {
  if (kept.delete(name)) weight -= own
}

function keep(name: string, application: Application): void {
  const own = JSON.stringify(application).length
  if (weight + own > heaviest) {
    kept.clear()
    weight = 0
  }
  const before = kept.get(name)
  if (before) forget(name, before)
  kept.set(name, { application, weight: own })
  weight += own
}
