import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { del, get, post } from '@claviger/contract/platform/endpoint'
import type { Permission } from '@claviger/contract/platform/permissions'
import type { UnconfirmedReason } from '@claviger/contract/platform/unconfirmed'
import * as z from 'zod/mini'
import { endpoints } from './contract.ts'
import { law } from './law.ts'

const all = await endpoints()
const named = (endpoint: Endpoint) => `${endpoint.feature}.${endpoint.call}`
const bySession = ({ may }: Endpoint) => may === 'self' || may.includes('.')
const shape = { summary: 'x', input: z.object({}), reply: z.object({}) }

law('a call that changes something requires a fresh passkey or states an exception', {
  because: 'An unlocked computer or a stolen session must not be enough to change who has access.',
  over: all.filter(endpoint => endpoint.changes && bySession(endpoint)),
  guilty: endpoint => !endpoint.fresh && endpoint.unconfirmed === undefined && named(endpoint),
  bites: { ...post('/x', { ...shape, may: 'users.write' }), fresh: false },
  passes: post('/x', { ...shape, may: 'users.write' }),
})

/** Calls of these permissions control access or who controls it, so few exceptions apply. */
const guarding: readonly Permission[] = [
  'admins.write',
  'api-keys.write',
  'api-keys.grant',
  'applications.write',
  'directories.grant',
  'directories.write',
  'groups.write',
  'log-streams.write',
  'policies.write',
  'providers.write',
  'units.write',
  'workflows.write',
  'workspace.delete',
  'workspace.transfer',
  'workspace.write',
  'super.administrators',
  'super.delete',
  'super.partners',
  'super.support',
  'super.trust-domains',
  'super.workspaces',
]
const harmless: readonly UnconfirmedReason[] = ['looks', 'draft', 'follows', 'stops', 'asks-itself']

/** Urgent: revoking a leaked credential, access that an owner gave, or a scheduled deletion. */
const revocations = ['api-keys.remove', 'access-keys.remove', 'support-access.end', 'second-person.withdraw']

law('a call that controls access has an exception only if it neither grants nor removes anything', {
  because: 'Removing an administrator, a policy, or a receiver of the log weakens a workspace as much as adding one.',
  over: all.filter(endpoint => guarding.includes(endpoint.may)),
  guilty: endpoint =>
    endpoint.unconfirmed !== undefined &&
    !harmless.includes(endpoint.unconfirmed) &&
    !revocations.includes(named(endpoint)) &&
    named(endpoint),
  bites: del('/x', { ...shape, may: 'admins.write', unconfirmed: 'takes-away' }),
  passes: post('/x', { ...shape, may: 'admins.write', unconfirmed: 'looks' }),
})

const acceptsMany = (endpoint: Endpoint) =>
  ['ids', 'users', 'filters', 'filter'].some(field => field in ((endpoint.input as { shape?: object }).shape ?? {}))

law('a call that removes many things requires a fresh passkey', {
  because: 'A stolen session could otherwise stop a whole workspace in one call.',
  over: all.filter(endpoint => endpoint.changes && bySession(endpoint)),
  guilty: endpoint => endpoint.unconfirmed === 'takes-away' && acceptsMany(endpoint) && named(endpoint),
  bites: del('/x', {
    ...shape,
    input: z.object({ ids: z.array(z.string()) }),
    may: 'keys.write',
    unconfirmed: 'takes-away',
  }),
  passes: del('/x', { ...shape, input: z.object({ id: z.string() }), may: 'keys.write', unconfirmed: 'takes-away' }),
})

law('only a call that would require a fresh passkey states an exception', {
  because: 'An unused exception misleads readers.',
  over: all,
  guilty: endpoint =>
    endpoint.unconfirmed !== undefined &&
    (!endpoint.changes || !bySession(endpoint) || endpoint.granted) &&
    named(endpoint),
  bites: get('/x', { ...shape, may: 'users.read', unconfirmed: 'looks' }),
  passes: post('/x', { ...shape, may: 'users.read', unconfirmed: 'looks' }),
})

law('the exception for exports and previews does not cover calls that delete', {
  because: "A call that deletes isn't a preview.",
  over: all,
  guilty: ({ unconfirmed, method, ...endpoint }) =>
    (unconfirmed === 'looks' || unconfirmed === 'export') &&
    method === 'DELETE' &&
    named({ ...endpoint, unconfirmed, method }),
  bites: del('/x', { ...shape, may: 'users.write', unconfirmed: 'looks' }),
  passes: post('/x', { ...shape, may: 'users.write', unconfirmed: 'looks' }),
})
