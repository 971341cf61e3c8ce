import { addressOf } from './platform/data/call-address.ts'
import { sendPrefetch } from './platform/data/prefetch.ts'
import { knownWorkspace } from './platform/data/known-workspace.ts'
import { storedToken } from './platform/data/tokens.ts'
import { firstLanguage } from './platform/text/browser-language.ts'
import { listQueryOf } from './platform/ui/list/list-parameters.ts'

// A separate file that the browser runs first: the server already responds while the browser parses the page. It
// contains addresses instead of the contract's schemas, which would make it fifty times larger.

/** The signed-in user, which every console screen needs first. */
export const self = '/users'

/** First call of the sign-in page: methods of the workspace in its address, the known one, or of the installation. */
export function offeredTo(search: string, known?: string): string {
  const workspace = new URLSearchParams(search).get('workspace') ?? known ?? '-'
  return `/api/authentication-profile/workspace/${encodeURIComponent(workspace)}`
}

interface First {
  feature: string
  path: string
  /** Default order, if it is not by name. */
  sort?: string
  beside?: readonly string[]
}

/** First calls of the most visited screens: the list in its default order, and its additional data. */
export const firstLists: Readonly<Record<string, First>> = {
  '/dashboard/users': {
    feature: 'users',
    path: '/administrator/tokens/v2',
    beside: ['/administrator/tokens/v2/counts', '/administrator/views?list=users'],
  },
  '/dashboard/groups': { feature: 'groups', path: '/administrator/groups' },
  '/dashboard/organization-units': { feature: 'units', path: '/administrator/organization-units' },
  '/dashboard/security-keys': {
    feature: 'security-keys',
    path: '/administrator/securityDevice',
    sort: '-lastActivity',
  },
}

// Query parameters of a list that are not filters
const notFilters = new Set(['search', 'sort', 'order', 'after', 'page', 'pageSize', 'add'])

const patience = 15_000

function beginSignIn({ search }: Location): void {
  sendPrefetch(offeredTo(search, knownWorkspace()?.slug), storedToken('interim'), firstLanguage(), patience)
}

function begin({ pathname, search }: Location, token: string): void {
  const page = document.documentElement
  const scheme = localStorage.getItem('mantine-color-scheme-value')
  if (scheme === 'light' || scheme === 'dark') page.dataset['mantineColorScheme'] = scheme
  page.dataset['opening'] = localStorage.getItem('menu-folded') === '1' ? 'folded' : ''
  const language = firstLanguage()
  const ask = (url: string) => sendPrefetch(url, token, language, patience)
  ask(self)
  const list = firstLists[pathname]
  // With custom columns, the list may need more data than the default call returns
  if (list === undefined || localStorage.getItem(`columns:${list.feature}`) !== null) return
  const given = Object.fromEntries(new URLSearchParams(search))
  const filters = Object.keys(given).filter(name => !notFilters.has(name))
  ask(addressOf({ method: 'GET', path: list.path }, listQueryOf(given, filters, list.sort ?? 'name')).url)
  list.beside?.forEach(ask)
}

if (typeof window !== 'undefined') {
  // React creates a few errors at startup; capturing their stacks would make the browser parse the whole file again
  Error.stackTraceLimit = 0
  const token = window.location.pathname.startsWith('/dashboard') ? storedToken('access') : null
  if (token !== null) begin(window.location, token)
  if (window.location.pathname === '/auth/sign-in') beginSignIn(window.location)
}
