import { addressOf } from './ground/data/address.ts'
import { askAhead } from './ground/data/asked.ts'
import { held } from './ground/data/tokens.ts'
import { firstLanguage } from './ground/text/first.ts'
import { askOf } from './ground/ui/list/ask.ts'

// A file of its own, which the browser runs first: while it still reads the page, the server answers already, and the
// frame's lines stand there. It knows addresses instead of the contract's schemas, which would make it fifty times larger.

/** Who is signed in: what every screen inside begins with. */
export const self = '/users'

/** What the sign-in page begins with: what the workspace in its address offers, or the installation. */
export const offeredTo = (search: string): string =>
  `/api/authentication-profile/workspace/${encodeURIComponent(new URLSearchParams(search).get('workspace') ?? '-')}`

interface First {
  feature: string
  path: string
  beside?: readonly string[]
}

/** What the screens that are opened most begin with: the address of their list, which is ordered by name, and what stands beside it. */
export const firstLists: Readonly<Record<string, First>> = {
  '/dashboard/users': {
    feature: 'users',
    path: '/administrator/tokens/v2',
    beside: ['/administrator/tokens/v2/counts', '/administrator/views?list=users'],
  },
  '/dashboard/groups': { feature: 'groups', path: '/administrator/groups' },
  '/dashboard/organization-units': { feature: 'units', path: '/administrator/organization-units' },
  '/dashboard/security-keys': { feature: 'security-keys', path: '/administrator/securityDevice' },
}

// What stands in a list's address besides its filters
const notFilters = new Set(['search', 'sort', 'order', 'after', 'page', 'pageSize', 'add'])

const patience = 15_000

function beginSignIn({ search }: Location): void {
  askAhead(offeredTo(search), held('interim'), firstLanguage(), patience)
}

function begin({ pathname, search }: Location, token: string): void {
  const page = document.documentElement
  const scheme = localStorage.getItem('mantine-color-scheme-value')
  if (scheme === 'light' || scheme === 'dark') page.dataset['mantineColorScheme'] = scheme
  page.dataset['opening'] = localStorage.getItem('menu-folded') === '1' ? 'folded' : ''
  const language = firstLanguage()
  const ask = (url: string) => askAhead(url, token, language, patience)
  ask(self)
  const list = firstLists[pathname]
  // Columns that somebody chose may ask for more than the list tells by itself
  if (list === undefined || localStorage.getItem(`columns:${list.feature}`) !== null) return
  const given = Object.fromEntries(new URLSearchParams(search))
  const filters = Object.keys(given).filter(name => !notFilters.has(name))
  ask(addressOf({ method: 'GET', path: list.path }, askOf(given, filters, 'name')).url)
  list.beside?.forEach(ask)
}

if (typeof window !== 'undefined') {
  // React keeps a few errors ready, and to know where each was made the browser would read the whole file once more
  Error.stackTraceLimit = 0
  const token = window.location.pathname.startsWith('/dashboard') ? held('access') : null
  if (token !== null) begin(window.location, token)
  if (window.location.pathname === '/auth/sign-in') beginSignIn(window.location)
}
