export interface Query {
  readonly page: string
  /** The card from `id`, otherwise from `data` (G23, G24). */
  readonly card: string | null
  readonly action: 'enroll' | 'recovery' | null
  readonly onboarding: boolean
  readonly kiosk: boolean
}

/** A kiosk page forgets a user after this time without activity; milliseconds. */
export const idleTimeout = 60_000

const given = (value: string | null) => (value === null || value.trim() === '' ? null : value.trim())

/** Parses an address such as /self-service/clinic?id=04A1B2C3&action=enroll; ignores an unknown action. */
export function queryOf(path: string, search: string): Query {
  const asked = new URLSearchParams(search)
  const action = asked.get('action')?.toLowerCase()
  return {
    page: path.split('/')[2] ?? '',
    card: given(asked.get('id')) ?? given(asked.get('data')),
    action: action === 'enroll' || action === 'recovery' ? action : null,
    onboarding: asked.get('authenticator_onboarding')?.toLowerCase() === 'true',
    kiosk: asked.get('kiosk') === '1',
  }
}

/** The query for the next user of the page: without a card and an action. */
export const withoutCardQuery = (query: Query): Query => ({ ...query, card: null, action: null, onboarding: false })
