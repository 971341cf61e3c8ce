import type { Run } from '@claviger/contract/work/runs'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../ground/data/call.ts'
import { refreshAfter } from '../../../ground/data/query.ts'
import { t } from '../../../ground/text/text.ts'
import { toast } from '../../../ground/ui/over/toast.ts'
import type { RunKind } from './kind.ts'

const everyMilliseconds = 1000
const followed = new Set<string>()

const pause = () => new Promise(go => setTimeout(go, everyMilliseconds))

/** What a run changes is asked for anew, and not the runs themselves, which are asked for until they end. */
export const refreshRun = (client: QueryClient, { calls }: RunKind): void =>
  refreshAfter(client, { feature: 'activity', touches: calls.undo.touches })

/** How a run ended: "200 users suspended", "Taken back for 200 users". */
export const endOf = ({ words }: RunKind, run: Run): string =>
  run.undoes === null ? words.did(run) : t(words.undone, { count: run.succeeded })

/** Goes on with a run that is out of sight: once it ends the lists show it, and whoever began it is told. */
export async function follow(client: QueryClient, of: RunKind, id: string): Promise<void> {
  if (followed.has(id)) return
  followed.add(id)
  try {
    let run: Run
    do {
      await pause()
      run = await call(of.calls.get, { id }, { quiet: true })
    } while (run.finishedAt === null)
    refreshRun(client, of)
    toast('success', endOf(of, run))
  } catch {
    // It goes on without us; its page says what became of it
  } finally {
    followed.delete(id)
  }
}
