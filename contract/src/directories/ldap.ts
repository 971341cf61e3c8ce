import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { id, text, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { fillText } from '../platform/wording.ts'
import { connectionStates } from './connections.ts'
import { unlessTooBig } from '../platform/limits.ts'

/** Type of LDAP directory; determines only the default filters of the form. */
export const ldapFilters = {
  activeDirectory: {
    people: '(&(objectCategory=person)(objectClass=user)(sAMAccountName=*))',
    groups: '(&(objectClass=group)(groupType:1.2.840.113556.1.4.803:=2147483648))',
  },
  other: {
    people: '(objectClass=inetOrgPerson)',
    groups: '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames))',
  },
} as const

const bounded = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, fillText('Use at most {max} characters', { max })))
const urlShape = /^ldaps?:[/]{2}(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?[/]?$/iu
const url = z
  .string(unlessTooBig(messages['required.ldap-url']))
  .check(
    z.trim(),
    z.minLength(1, { error: messages['required.ldap-url'], abort: true }),
    z.maxLength(300, fillText('Use at most {max} characters', { max: 300 })),
    z.regex(urlShape, 'Enter an address such as ldaps://dc1.example.com or ldap://dc1.example.com:389'),
  )
const dn = text(500, messages['required.base-dn'])

const Fields = {
  name: z.optional(text(100, 'Name is required')),
  ldapUrl: url,
  furtherUrls: z.optional(z.array(url).check(z.maxLength(4))),
  /** Unencrypted ldap:// addresses; otherwise they must support StartTLS. */
  plain: z.optional(z.boolean()),
  baseDn: dn,
  furtherBaseDns: z.optional(z.array(dn).check(z.maxLength(9))),
  username: text(500, messages['required.username']),
  /** Unchanged if omitted; required again if the address, certificate, or username changes. */
  password: z.optional(z.string().check(z.maxLength(500, fillText('Use at most {max} characters', { max: 500 })))),
  /** PEM of the CA that issued the servers' certificates; null for public CAs. */
  certificate: z.optional(z.nullable(bounded(20_000))),
  personFilter: z.optional(bounded(4000)),
  groupFilter: z.optional(bounded(4000)),
  passwords: z.optional(z.boolean()),
}

export const ldapSteps = ['address', 'certificate', 'sign-in', 'base', 'filter', 'rights'] as const
export type LdapStep = (typeof ldapSteps)[number]

export const LdapConnection = z.object({
  id: z.string(),
  name: z.string(),
  ldapUrl: z.string(),
  furtherUrls: z.array(z.string()),
  plain: z.boolean(),
  baseDn: z.string(),
  furtherBaseDns: z.array(z.string()),
  username: z.string(),
  certificate: z.nullable(z.string()),
  personFilter: z.string(),
  groupFilter: z.string(),
  passwords: z.boolean(),
  connection: z.enum(connectionStates),
  version: z.int(),
})
export type LdapConnection = z.output<typeof LdapConnection>

const Looked = z.object({
  step: z.enum(ldapSteps),
  state: z.enum(['fine', 'warning', 'failed', 'skipped']),
  says: z.string(),
})
export type LdapCheckResult = z.output<typeof Looked>

const Sample = z.object({
  anchor: z.string(),
  /** Null if the directory doesn't say. */
  active: z.nullable(z.boolean()),
  attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
})
export type LdapSampleUser = z.output<typeof Sample>

const own = '/administrator/directories/ldap/{id}'
const may = 'directories.write'

export const ldap = feature('ldap', ['connections'], {
  update: put('/administrator/ad', {
    summary: 'Create or update the connection to an LDAP directory or Active Directory',
    spec: 'directory.ad-update',
    input: z.object({ id: z.optional(id), version: z.optional(z.int()), ...Fields }),
    reply: LdapConnection,
    may,
    fresh: true,
    fails: [
      'not-found',
      'connection-name-taken',
      'connections-full',
      'changed-meanwhile',
      'secret-needed',
      'owner-decides',
    ],
  }),
  get: get(own, {
    summary: 'Get the connection and scope of an LDAP directory, without its password',
    input: z.object({ id }),
    reply: LdapConnection,
    may: 'directories.read',
    fails: ['not-found'],
  }),
  tryOut: post('/administrator/directories/ldap/try', {
    summary: 'Check a connection before it is saved, and list sample users; saves nothing',
    unconfirmed: 'looks',
    input: z.object({ id: z.optional(id), ...Fields }),
    reply: z.object({ ok: z.boolean(), steps: z.array(Looked), items: z.array(Sample) }),
    may,
    fails: ['not-found', 'secret-needed'],
  }),
  check: post(`${own}/check`, {
    summary: 'Check the connection to the directory step by step',
    unconfirmed: 'looks',
    input: z.object({ id }),
    reply: z.object({ ok: z.boolean(), steps: z.array(Looked) }),
    may,
    fails: ['not-found'],
  }),
  sample: post(`${own}/sample`, {
    summary: 'List sample users of the directory for testing a mapping',
    unconfirmed: 'looks',
    input: z.object({ id, count: z.optional(whole(1, 20)) }),
    reply: z.object({
      items: z.array(Sample),
    }),
    may,
    silent: 'Read-only; the directory records the request in its own log',
    fails: ['not-found', 'source-failed'],
  }),
})
