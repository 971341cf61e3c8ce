import type { ProviderSignIn } from '@claviger/contract/access/self-service'
import { fromPage } from '#platform/light-page/extension-bridge.ts'
import type { Effect, PageMove } from '../state/events.ts'
import type { PageMemo } from '../state/memo.ts'
import { withoutEffects, withWizard } from './page-moves.ts'
import type { State } from '../state/state.ts'

/** Hands over to the extension and to the workspace's identity provider (R78, R84; G61). */
export function signInAt(state: State, signIn: ProviderSignIn): PageMove {
  const { wizard, config, extension, origin, query } = state
  const memo: PageMemo = {
    address: `/self-service/${query.page}${query.kiosk ? '?kiosk=1' : ''}`,
    wizard: { ...wizard, spinner: false },
    at: state.now,
    signedIn: null,
    failed: false,
  }
  const handed: Effect[] =
    extension && wizard.card
      ? [
          {
            does: 'post',
            message: {
              source: fromPage,
              type: 'CARD_TAPPED',
              payload: { cardId: wizard.card.id, baseUrl: config?.mainUrl ?? origin, apiUrl: origin },
            },
          },
        ]
      : []
  const gone: Effect =
    extension && config?.msalAutomation === true
      ? { does: 'post', message: { source: fromPage, type: 'SSO_AUTOMATION', payload: { url: origin + signIn.url } } }
      : { does: 'go', to: signIn.url }
  return [
    withWizard({ ...state, notice: null }, { signIn, spinner: true }),
    [...handed, { does: 'clear-sign-in' }, { does: 'remember', memo }, gone],
  ]
}

/** The user chose the sign-in offered in step 3. */
export const signInWanted = (state: State): PageMove =>
  state.wizard.signIn === null || state.asked !== null ? withoutEffects(state) : signInAt(state, state.wizard.signIn)
