import type { EntraSignIn } from '@claviger/contract/access/self-service'
import { fromPage } from '../state/names.ts'
import type { Effect, Move } from '../state/events.ts'
import type { Memo } from '../state/memo.ts'
import { only, withNotice, withWizard } from './moves.ts'
import type { State } from '../state/state.ts'

/** The scope of the specification, and what an ID token needs. */
const scopes = ['User.Read', 'openid', 'profile'] as const

/** A hint that says who is meant; one that the server would have to fill in says nothing here. */
const plainHint = (hint: string | null | undefined) => (hint?.includes('${') === false ? hint : null)

/** Hands over to the extension, and to the identity provider of the workspace (R78, R84; G61). */
export function signInAt(state: State, entra: EntraSignIn): Move {
  const { wizard, config, extension, origin, query } = state
  const login: EntraSignIn = { ...entra, loginHint: entra.loginHint ?? plainHint(config?.loginHint) }
  const memo: Memo = {
    address: `/self-service/${query.page}${query.kiosk ? '?kiosk=1' : ''}`,
    wizard: { ...wizard, spinner: false },
    clientId: entra.clientId,
    authority: entra.authority,
    at: state.now,
    idToken: null,
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
  const by = extension && config?.msalAutomation === true ? 'extension' : 'page'
  return [
    withWizard({ ...state, notice: null }, { entra, spinner: true }),
    [...handed, { does: 'remember', memo }, { does: 'clear-sign-in' }, { does: 'sign-in', entra: login, scopes, by }],
  ]
}

/** Somebody goes to the sign-in that step 3 offers. */
export const signInWanted = (state: State): Move =>
  state.wizard.entra === null || state.asked !== null ? only(state) : signInAt(state, state.wizard.entra)

/** The sign-in could not even begin. */
export const signInLost = (state: State, text: string): Move =>
  only(withNotice(withWizard(state, { spinner: false }), text))
