import * as z from 'zod/mini'
import { feature, get, post, put } from '../ground/endpoint.ts'
import { id, text, whole } from '../ground/fields.ts'
import { messages } from '../ground/messages.ts'
import { filled } from '../ground/wording.ts'
import { connectionStates } from './connections.ts'

/** What kind of directory it is: it only says which filters a form begins with. */
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
  z.string().check(z.trim(), z.maxLength(max, filled('Use at most {max} characters', { max })))
const urlShape = /^ldaps?:[/]{2}(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?[/]?$/iu
const url = z
  .string({ error: messages['required.ldap-url'] })
  .check(
    z.trim(),
    z.minLength(1, { error: messages['required.ldap-url'], abort: true }),
    z.maxLength(300, filled('Use at most {max} characters', { max: 300 })),
    z.regex(urlShape, 'Enter an address such as ldaps://dc1.example.com or ldap://dc1.example.com:389'),
  )
const dn = text(500, messages['required.base-dn'])

const Fields = {
  name: z.optional(text(100, 'Name is required')),
  ldapUrl: url,
  /** Asked one after the other where the first does not answer. */
  furtherUrls: z.optional(z.array(url).check(z.maxLength(4))),
  /** Without encryption, at ldap:// addresses: else these must offer StartTLS. */
  plain: z.optional(z.boolean()),
  baseDn: dn,
  furtherBaseDns: z.optional(z.array(dn).check(z.maxLength(9))),
  username: text(500, messages['required.username']),
  /** Left out, the one that is kept stays; not where the address, its certificate or the username is another. */
  password: z.optional(z.string().check(z.maxLength(500, filled('Use at most {max} characters', { max: 500 })))),
  /** PEM of the authority that signed the certificate of the servers; null for those that everybody knows. */
  certificate: z.optional(z.nullable(bounded(20_000))),
  personFilter: z.optional(bounded(4000)),
  /** Empty: no groups are read. */
  groupFilter: z.optional(bounded(4000)),
  /** People without a role may sign in with their password there; only an owner switches this on. */
  passwords: z.optional(z.boolean()),
}

/** What a step of a check looks at, in this order. */
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
  /** What was found, or what is wrong, in words. */
  says: z.string(),
})
export type LdapLooked = z.output<typeof Looked>

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
      items: z.array(
        z.object({
          anchor: z.string(),
          active: z.boolean(),
          attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
        }),
      ),
    }),
    may,
    silent: 'Read-only; the directory records the request in its own log',
    fails: ['not-found', 'source-failed'],
  }),
})
