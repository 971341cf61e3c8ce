import { fromPage } from '#platform/light-page/extension-bridge.ts'
import type { Effect, PageMove } from '../state/events.ts'
import type { State } from '../state/state.ts'
import { msg } from '#platform/light-page/page-texts.ts'

const wants = ({ extension, stage, wizard }: State) => Boolean(extension) && stage === 'open' && wizard.step <= 1

export function cardWanted(before: State, after: State): Effect[] {
  const wanted = wants(after)
  if (wanted === wants(before)) return []
  return [{ does: 'post', message: { source: fromPage, type: 'CARD_WANTED', payload: { wanted } } }]
}

/** Exact (messages: self-service.extension-id-missing). */
const idMissing = msg('Extension ID not available.')

export const openReports = (state: State): PageMove => [
  state,
  [
    state.extension?.id
      ? { does: 'open', to: `chrome-extension://${state.extension.id}/logs.html` }
      : { does: 'alert', text: idMissing },
  ],
]
