/** What the address of the page says. */
export interface Query {
  /** The page's own id, the last part of its address. */
  readonly page: string
  /** The card, as `id` or else as `data` says it (G23, G24). */
  readonly card: string | null
  readonly action: 'enroll' | 'recovery' | null
  readonly onboarding: boolean
  readonly kiosk: boolean
}

/** A page that stands in public forgets a person after that long a silence; milliseconds. */
export const silence = 60_000

const given = (value: string | null) => (value === null || value.trim() === '' ? null : value.trim())

/** Reads an address such as /self-service/clinic?id=04A1B2C3&action=enroll; an action that is not known is none. */
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

/** What the address asks for when the next person finds the page: no card, no act. */
export const bare = (query: Query): Query => ({ ...query, card: null, action: null, onboarding: false })
