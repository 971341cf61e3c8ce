// developer.okta.com/docs/api/openapi/okta-management: listUsers (limit at most 200, DEPROVISIONED users only
// if a search or filter asks for them), getUser
import type { OktaUser } from './directory.ts'
import type { OktaMount } from './mounting.ts'
import { errors, OktaRefusal } from './refusal.ts'

export function refuseOtherParameters(query: Readonly<Record<string, string>>, ...known: string[]): void {
  for (const name of Object.keys(query))
    if (!known.includes(name)) throw new OktaRefusal(...errors.invalid, `${name}: unknown parameter`)
}

const asText = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : '')
const valueOf = (user: OktaUser, path: string): string =>
  asText(path.startsWith('profile.') ? user.profile[path.slice(8)] : user[path as 'status'])

/** The documented `search` with `eq`, `sw`, `gt`, and `ge`, joined by `or` or by `and`. */
function searchOf(text: string): (user: OktaUser) => boolean {
  const tests = text.split(/ or /i).map(any =>
    any.split(/ and /i).map(words => {
      const found = /^\(?\s*([\w.]+) (eq|sw|gt|ge) "([^"]*)"\s*\)?$/i.exec(words.trim())
      const [, path = '', how = '', value = ''] = found ?? []
      if (!found || !/^(id|status|lastUpdated|created|profile\.\w+)$/.test(path))
        throw new OktaRefusal(...errors.badSearch)
      const wanted = value.toLowerCase()
      return (user: OktaUser) => {
        const is = valueOf(user, path)
        if (how === 'eq') return is === wanted
        if (how === 'sw') return is.startsWith(wanted)
        return how === 'gt' ? is > wanted : is >= wanted
      }
    }),
  )
  return user => tests.some(any => any.every(test => test(user)))
}

export const users: OktaMount = (on, emulator) => {
  on('GET', '/api/v1/users', 'okta.users.read', ({ query }) => {
    refuseOtherParameters(query, 'limit', 'after', 'search', 'filter', 'q')
    const { search, filter, q } = query
    const wanted = searchOrNot(search ?? filter)
    const begins = q?.toLowerCase()
    const rows = emulator.directory
      .sorted()
      .filter(user => (wanted ? wanted(user) : user.status !== 'DEPROVISIONED'))
      .filter(
        ({ profile }) =>
          begins === undefined ||
          ['firstName', 'lastName', 'email'].some(name => asText(profile[name]).startsWith(begins)),
      )
    return emulator.page('/api/v1/users', query, rows, 200)
  })
  on('GET', '/api/v1/users/:id', 'okta.users.read', ({ params, query }) => {
    refuseOtherParameters(query)
    const id = params['id'] ?? ''
    const user =
      emulator.directory.users.get(id) ?? emulator.directory.sorted().find(one => one.profile['login'] === id)
    if (!user) throw new OktaRefusal(404, 'E0000007', `Not found: Resource not found: ${id} (User)`)
    return user
  })
}

const searchOrNot = (text: string | undefined) => (text === undefined ? undefined : searchOf(text))
