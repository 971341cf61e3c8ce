import { addressOf } from './ground/data/address.ts'
import { askAhead } from './ground/data/asked.ts'
import { held } from './ground/data/tokens.ts'
import { firstLanguage } from './ground/text/first.ts'
import { askOf } from './ground/ui/list/ask.ts'

// A file of its own, which the browser runs first: while it still reads the page, the server answers already, and the
// frame's lines stand there. It knows addresses instead of the contract's schemas, which would make it fifty times larger.

/** Who is signed in: what every screen inside begins with. */
export const self = '/users'

/** What the screens that are opened most begin with: the address of their list, which is ordered by name. */
export const firstLists: Readonly<Record<string, { feature: string; path: string }>> = {
  '/dashboard/users': { feature: 'users', path: '/administrator/tokens/v2' },
  '/dashboard/groups': { feature: 'groups', path: '/administrator/groups' },
  '/dashboard/organization-units': { feature: 'units', path: '/administrator/organization-units' },
  '/dashboard/security-keys': { feature: 'security-keys', path: '/administrator/securityDevice' },
}

// What stands in a list's address besides its filters
const notFilters = new Set(['search', 'sort', 'order', 'after', 'page', 'pageSize', 'add'])

const patience = 15_000

function begin({ pathname, search }: Location, token: string): void {
  const page = document.documentElement
  const scheme = localStorage.getItem('mantine-color-scheme-value')
  if (scheme === 'light' || scheme === 'dark') page.dataset['mantineColorScheme'] = scheme
  page.dataset['opening'] = localStorage.getItem('menu-folded') === '1' ? 'folded' : ''
  const language = firstLanguage()
  askAhead(self, token, language, patience)
  const list = firstLists[pathname]
  // Columns that somebody chose may ask for more than the list tells by itself
  if (list === undefined || localStorage.getItem(`columns:${list.feature}`) !== null) return
  const given = Object.fromEntries(new URLSearchParams(search))
  const filters = Object.keys(given).filter(name => !notFilters.has(name))
  askAhead(addressOf({ method: 'GET', path: list.path }, askOf(given, filters, 'name')).url, token, language, patience)
}

if (typeof window !== 'undefined' && window.location.pathname.startsWith('/dashboard')) {
  const token = held('access')
  if (token !== null) begin(window.location, token)
}
