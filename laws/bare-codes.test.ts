import { expect, test } from 'vitest'
import { bareCodesOf, type BareCode } from './codes.ts'
import { isTest, sources } from './files.ts'
import { law } from './law.ts'

/** Numbers that are no codes of the contract, by file and field. */
const exceptions: Readonly<Record<string, string>> = {
  'server/src/features/directories/cloud/cloud.failure.ts status 0': 'no HTTP response arrived',
  'server/src/features/directories/on-behalf/remote-account.ts status 0': 'no HTTP response arrived',
  'server/src/integrations/exchange.ts status 0': 'no HTTP response arrived',
  'console/src/features/access/registration/useRegistration.ts status 0': 'no HTTP response arrived',
  'console/src/shell/shell-wiring.ts status 0': 'no HTTP response arrived',
  'server/src/features/keys/authenticator/authenticator.holder.ts protocol 2': 'PIN/UV auth protocol two of CTAP 2.1',
  'server/src/features/oversight/activity/fold.ts action 0': 'position of an action in a folded entry',
  'server/src/features/sso/client-certificates/client-certificates.ts kind 0': 'IP version, from node:net',
  'server/src/features/sso/client-certificates/client-certificates.ts kind 4': 'IP version, from node:net',
  'server/src/integrations/private-addresses.ts kind 0': 'IP version, from node:net',
  'server/src/integrations/private-addresses.ts kind 6': 'IP version, from node:net',
  'server/src/features/sso/second-factor/duo/duo-requests.ts state 16': 'least length of the state parameter',
}

// Tests write the numbers of the specification out, so that a changed constant fails them
const files = sources(['server/src', 'console/src', 'contract/src'], /\.tsx?$/).filter(({ path }) => !isTest(path))
const keyOf = ({ path, field, code }: BareCode) => `${path} ${field} ${code}`
const codes = files.flatMap(bareCodesOf)

law('code numbers come from the contract', {
  because: 'A copied number keeps its value when the contract changes, and has no name.',
  over: codes,
  guilty: (one: BareCode) =>
    exceptions[keyOf(one)] === undefined &&
    `${one.path}:${one.line} uses ${one.code} for ${one.field}: use a constant of the contract`,
  bites: { path: 'server/src/features/people/users/users.ts', line: 1, start: 0, field: 'status', code: 20 },
  passes: { path: 'server/src/integrations/exchange.ts', line: 1, start: 0, field: 'status', code: 0 },
})

test.each([
  'const owner = 1',
  'const { kind = 2 } = given',
  'if (2 !== row?.state) stop()',
  'const card = (settings.kind ?? accessCard) === 2',
  'switch (user.role) { case 1: stop() }',
  'save({ status: isLocked ? 40 : active })',
  'const holds = [20].includes(key.status)',
  "query.where('keys.status', '=', 20)",
  "query.where('status', 'in', [20])",
  "run(db, 'select from keys where status <> 20', [])",
  'sql`select from keys k where k.status in (20) and k.name = ${name}`',
  'sql`k.verification is distinct from 4`',
])('a bare code number is found in %s', text => {
  expect(bareCodesOf({ path: 'a.ts', text })).toHaveLength(1)
})

test.each([
  'if (row.status === keyStatus.active || answer.status === 404) stop()',
  'sql`select from keys k where k.status = ${sql.lit(keyStatus.active)}`',
  'const size = 1',
])('no bare code number is found in %s', text => {
  expect(bareCodesOf({ path: 'a.ts', text })).toEqual([])
})

law('an exception for a bare code number is used', {
  because: 'An unused exception hides the next violation.',
  over: Object.keys(exceptions),
  guilty: key => !codes.some(one => keyOf(one) === key) && `${key} is not used: remove it from the list`,
  bites: 'server/src/gone.ts status 0',
  passes: Object.keys(exceptions)[0] ?? '',
})
