import { onBehalfReasons, onBehalfRuns } from '@claviger/contract/directories/on-behalf'
import { msg } from '#platform/languages.ts'
import { bind } from '#http/bind.ts'
import { runCalls } from '#features/work/works/works.runs.ts'
import { onBehalfWork } from './on-behalf.kind.ts'
import { shownRuns } from './on-behalf.store.ts'

export default bind(
  onBehalfRuns,
  runCalls([onBehalfWork], {
    ...shownRuns,
    headers: [msg('User'), msg('Key')],
    reasons: onBehalfReasons,
    item: ({ id, name, detail, done, reason }) => ({ id, name, key: detail, done, reason }),
  }),
)
