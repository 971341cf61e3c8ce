import { sources } from './files.ts'
import { law } from './law.ts'

const addresses = (folder: string, of: { parts: number; text?: RegExp }): ReadonlySet<string> =>
  new Set(
    sources([folder], /\.tsx?$/)
      .filter(file => of.text === undefined || of.text.test(file.text))
      .map(file => file.path.slice(folder.length + 1).split('/'))
      .filter(parts => parts.length >= of.parts && parts[0] !== 'platform')
      .map(([group, name]) => `${group}/${name?.replace(/\..*$/, '')}`),
  )

const ofContract = addresses('contract/src', { parts: 2 })
const withCalls = addresses('contract/src', { parts: 2, text: /= feature\(/ })
const ofServer = addresses('server/src/features', { parts: 3 })
const ofConsole = addresses('console/src/features', { parts: 3 })
const ofJourneys = addresses('e2e/specs', { parts: 2 })

// Exceptions without a counterpart, by package and reason. These lists may only get shorter

const serverOnly = [
  'access/guesses',
  'access/passwords',
  'decide/evaluator',
  'directories/scim-documents',
  'keys/authenticator',
  'keys/held-keys',
  'keys/own-site',
  'keys/vault',
  'oversight/log-chain',
  'people/account-links',
  'people/head-counts',
  'sso/browser-sessions',
  'sso/client-certificates',
  'sso/forward-auth',
  'sso/saml-documents',
  'work/rank',
  'work/works',
]
const consoleOnly = [
  'access/legal',
  'access/onboarding',
  'oversight/dashboard',
  'oversight/launchpad',
  'oversight/own-start',
  'sso/app-management',
]
const contractOnly = [
  'billing/bill-lines',
  'billing/money',
  'decide/countries',
  'decide/entry-points',
  'decide/policy-content',
  'keys/authenticators',
  'keys/card-bits',
  'keys/card-numbers',
  'keys/card-text',
  'keys/extension',
  'oversight/log-actions',
  'people/members',
  'work/imports',
  'work/runs',
]
/** Endpoints without a screen: for clients, and statistics shown on the dashboard. */
const withoutScreen = ['keys/agents', 'keys/finger-readers', 'oversight/statistics', 'sso/oidc']

interface Side {
  here: ReadonlySet<string>
  /** Where each noun of `here` needs a counterpart. */
  there: ReadonlySet<string>
  exceptions: readonly string[]
}
const sides: readonly Side[] = [
  { here: ofServer, there: ofContract, exceptions: serverOnly },
  { here: ofConsole, there: ofContract, exceptions: consoleOnly },
  { here: ofContract, there: ofServer, exceptions: contractOnly },
  { here: withCalls, there: ofConsole, exceptions: withoutScreen },
  { here: ofJourneys, there: new Set([...ofContract, ...ofServer, ...ofConsole]), exceptions: [] },
]

law('a noun has the same path in each package', {
  because: 'If you know where a noun is in one package, you find it in the others without a search.',
  over: sides.flatMap(side => [...side.here].map(address => ({ address, ...side }))),
  guilty: ({ address, there, exceptions }) =>
    !there.has(address) && !exceptions.includes(address) && `${address} has no counterpart at the same path`,
  bites: { address: 'people/guests', here: ofServer, there: ofContract, exceptions: [] },
  passes: { address: 'people/users', here: ofServer, there: ofContract, exceptions: [] },
})

law('an exception for a noun of one package is used', {
  because: 'An unused exception hides the next violation.',
  over: sides.flatMap(side => side.exceptions.map(address => ({ address, ...side }))),
  guilty: ({ address, here, there }) =>
    (!here.has(address) || there.has(address)) && `${address} has a counterpart now: remove the exception`,
  bites: { address: 'people/users', here: ofServer, there: ofContract, exceptions: [] },
  passes: { address: 'work/rank', here: ofServer, there: ofContract, exceptions: [] },
})
