import { msg } from '../words/words.ts'
import type { Move } from '../state/events.ts'
import type { State } from '../state/state.ts'

/** Exact (messages: self-service.extension-id-missing). */
export const idMissing = msg('Extension ID not available.')

/** Opens the extension's log (R68). */
export const openReports = (state: State): Move => [
  state,
  [
    state.extension?.id
      ? { does: 'open', to: `chrome-extension://${state.extension.id}/logs.html` }
      : { does: 'alert', text: idMissing },
  ],
]
