import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { type Application, applicationById } from './applications.ts'

// Each change gives an application its next version, so whoever reads the version with a statement of their own need not
// read the rest of it again

interface Kept {
  readonly application: Application
  readonly weight: number
}
const kept = new Map<string, Kept>()
/** In letters of JSON, of all together. */
const heaviest = 16_000_000
let weight = 0

/** An application whose version was read just now; where it has changed since, as it is by now. Undefined where it is gone. */
export async function applicationOfVersion(ctx: Ctx, id: string, version: number): Promise<Application | undefined> {
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
