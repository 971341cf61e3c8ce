import { slug } from '@claviger/contract/tenancy/workspaces'
import { safeParse } from 'zod/v4/core'
import { msg } from '#platform/languages.ts'

// Paths that the product uses itself, or that look as if it did
const reserved = new Set(
  [
    'about access-key account admin administrator api apis app apps assets auth billing blog cdn claviger',
    'console dashboard demo docs download downloads ftp hardware health help imap installation launchpad',
    'legal localhost login logout mail main marketplace metrics oauth oidc openapi outbox partner pop',
    'privacy profile register root saml scim security self-service signin signup smtp sso static status',
    'super-admin superadmin support system terms test user users verify webhooks well-known workspace',
    'workspaces www',
  ].flatMap(line => line.split(' ')),
)

/** Why a workspace address is invalid; undefined if valid, though it may be taken. */
export function slugFaultOf(address: string): string | undefined {
  const read = safeParse(slug, address)
  if (!read.success) return read.error.issues[0]?.message ?? msg('Use letters, digits, and hyphens')
  return reserved.has(read.data) ? msg('This workspace address is reserved') : undefined
}

/** "Ada Byron" → ada-byron, at most 50 characters. */
export function slugFrom(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  const made = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-+|-+$/g, '')
  return made.length < 3 || slugFaultOf(made) !== undefined ? `my-${made || 'workspace'}` : made
}
