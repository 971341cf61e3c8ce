import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { id, listOf, Nothing, text } from '../platform/fields.ts'
import { ApplicationInFull, CreatedApplication } from './applications.ts'
import { isPageAddress, isShownAsWritten, isWebAddress } from './applications/application-addresses.ts'
import { categories, presetFields } from './catalogue/preset.ts'

const web = z
  .string()
  .check(
    z.trim(),
    z.maxLength(1000),
    z.refine(isWebAddress, 'Enter a URL that starts with https:// and contains no *, # or user name'),
  )

/** Inputs for creating an application from the catalog; each preset needs some of them. */
export const PresetValues = z.object({
  address: z.optional(
    z.pipe(
      web,
      z.transform((address: string) => address.replace(/\/+$/, '')),
    ),
  ),
  name: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(63),
      z.refine(value => /^[a-z0-9][a-z0-9.-]*$/i.test(value), 'Enter the name as it appears in the URL'),
    ),
  ),
  spEntityId: z.optional(
    z.string().check(
      z.trim(),
      z.minLength(1, 'Entity ID is required'),
      z.maxLength(1024),
      z.refine(value => /^[\x21-\x7e]+$/.test(value), 'Use ASCII letters, digits, and symbols without spaces'),
    ),
  ),
  acs: z.optional(web),
  redirect: z.optional(web),
  /** The address of a bookmark. */
  page: z.optional(
    z
      .string()
      .check(z.trim(), z.maxLength(2000), z.refine(isPageAddress, 'Enter a URL that starts with https:// or http://')),
  ),
  tenant: z.optional(z.uuid('Enter the tenant ID')),
  application: z.optional(z.uuid('Enter the application ID')),
  roles: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(400),
      z.refine(
        value => /^arn:aws[\w-]*:iam::\d{12}:[\w/+=,.@-]+,arn:aws[\w-]*:iam::\d{12}:[\w/+=,.@-]+$/.test(value),
        'Enter both ARNs, separated by a comma',
      ),
    ),
  ),
})
export type PresetValues = z.output<typeof PresetValues>

export const OwnAddresses = z.object({
  issuer: z.string(),
  discovery: z.string(),
  authorizeUrl: z.string(),
  tokenUrl: z.string(),
  userinfoUrl: z.string(),
  jwksUrl: z.string(),
  logoutUrl: z.string(),
  entityId: z.string(),
  metadataUrl: z.string(),
  ssoUrl: z.string(),
  sloUrl: z.string(),
})
export type OwnAddresses = z.output<typeof OwnAddresses>

/** Setup guide for an application's administrator; {clientSecret} and {certificate} are filled in by the caller. */
export const Guide = z.object({
  name: z.string(),
  docs: z.nullable(z.string()),
  where: z.string(),
  enter: z.array(z.object({ label: z.string(), value: z.string() })),
  file: z.nullable(z.object({ name: z.string(), text: z.string() })),
})
export type Guide = z.output<typeof Guide>

const defaults = '/api/sso/saml/defaults'
const write = { may: 'applications.write', fresh: true } as const

export const catalogue = feature('catalogue', ['applications', 'my-apps'], {
  presets: get(defaults, {
    summary: "List catalog applications with their presets, and Claviger's own URLs",
    spec: 'sso.saml-defaults-get',
    input: Nothing,
    reply: z.object({
      presets: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          protocol: z.int(),
          category: z.enum(categories),
          docs: z.string(),
          fields: z.array(z.enum(presetFields)),
        }),
      ),
      ours: OwnAddresses,
    }),
    may: 'applications.read',
  }),
  make: post(defaults, {
    summary: 'Add an application from the catalog; its secret is returned only once',
    spec: 'sso.saml-defaults-post',
    input: z.object({
      preset: z.string().check(z.maxLength(40)),
      name: z.optional(
        text(100, 'Name is required').check(
          z.refine(
            isShownAsWritten,
            'This name contains invisible characters or characters that reverse the text direction',
          ),
        ),
      ),
      values: PresetValues,
    }),
    reply: z.object({ application: CreatedApplication, guide: Guide }),
    ...write,
    fails: [
      'not-found',
      'application-name-taken',
      'entity-id-taken',
      'too-many-applications',
      'identifiers-shared',
      'identifier-unguarded',
    ],
  }),
  change: put(defaults, {
    summary: 'Apply the catalog settings to an application again, for example after its URL changed',
    spec: 'sso.saml-defaults-put',
    input: z.object({ id, values: PresetValues }),
    reply: ApplicationInFull,
    ...write,
    fails: ['not-found', 'entity-id-taken', 'identifiers-shared', 'identifier-unguarded'],
  }),
  remove: del(defaults, {
    summary: 'Delete applications that were added from the catalog; others are kept',
    spec: 'sso.saml-defaults-delete',
    input: z.object({ ids: listOf(id, 200) }),
    reply: z.object({ removed: z.int() }),
    ...write,
  }),
  guide: get('/api/sso/applications/{id}/guide', {
    summary: 'Get the setup guide of an application with your values filled in',
    input: z.object({ id }),
    reply: Guide,
    may: 'applications.read',
    fails: ['not-found'],
  }),
})
