import type { Run } from '@claviger/contract/work/runs'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#platform/data/call.ts'
import { refreshAfter } from '#platform/data/query.ts'
import { t } from '#platform/text/text.ts'
import { toast } from '#platform/ui/over/toast.ts'
import type { RunKind } from './run-kind.ts'

const everyMilliseconds = 1000
const followed = new Set<string>()

const pause = () => new Promise(go => setTimeout(go, everyMilliseconds))

/** Refetches the data that a run changes, but not the runs themselves, which are polled until they end. */
export const refreshRun = (client: QueryClient, { calls }: RunKind): void =>
  refreshAfter(client, { feature: 'activity', touches: calls.undo.touches })

/** Result of a run: "200 users suspended", "Taken back for 200 users". */
export const endOf = ({ words }: RunKind, run: Run): string =>
  run.undoes === null ? words.did(run) : t(words.undone, { count: run.succeeded })

/** Polls a run in the background; when it ends, refreshes the lists and shows a toast. */
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
    // Ignore errors: the run continues on the server, and its page shows the result
  } finally {
    followed.delete(id)
  }
}
