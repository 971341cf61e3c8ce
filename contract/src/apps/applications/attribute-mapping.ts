import * as z from 'zod/mini'
import { text } from '#platform/fields.ts'

export const mappingSources = [
  'email',
  'firstName',
  'lastName',
  'fullName',
  'userName',
  'id',
  'groups',
  'attribute1',
  'attribute2',
  'attribute3',
  'attribute4',
  'attribute5',
  'phone',
  'fixed',
] as const
export type MappingSource = (typeof mappingSources)[number]

const reserved =
  /^(iss|sub|aud|exp|iat|nbf|jti|azp|nonce|acr|amr|auth_time|at_hash|c_hash|s_hash|sid|client_id|scope|cnf|act|email_verified|phone_number_verified|updated_at)$/

/**
 * Names of claims, attributes, and headers by which applications identify users. Their values must be unique, and users
 * must not be able to change them.
 */
const namesOfIdentifiers =
  /^(.*[/:.])?(preferred_username|user_?name|login|uid|user_?id|upn|nameidentifier|employee_?(id|number)|eppn|edupersonprincipalname|samaccountname|immutableid|cip_(sid|oid|upn)|remote-user|x-(remote|forwarded|webauth|auth-request)-user|email|mail|emailaddress|5923\.1\.1\.1\.6|100\.1\.[13])$/i

/** Sources that can identify users, because each value belongs to one user. */
export const identifyingSources: readonly MappingSource[] = [
  'email',
  'userName',
  'id',
  'attribute1',
  'attribute2',
  'attribute3',
  'attribute4',
  'attribute5',
]

// What several users have in common, or change themselves
const unfitSources: readonly MappingSource[] = ['firstName', 'lastName', 'fullName', 'phone']

/** Does the application identify users by this claim? True if marked, or by its name. */
export const isIdentifying = ({ name, identifies }: { name: string; identifies?: boolean | undefined }): boolean =>
  identifies === true || namesOfIdentifiers.test(name)

const MappingRow = z
  .object({
    name: text(200, 'Name is required').check(
      z.refine(value => /^[\x21-\x7e]+$/.test(value), 'Use ASCII letters, digits, and symbols without spaces'),
      z.refine(name => !reserved.test(name), 'This name is reserved. Choose another one'),
    ),
    source: z.enum(mappingSources, 'Choose the source of the value'),
    value: z.optional(z.string().check(z.trim(), z.maxLength(500))),
    /** The application identifies users by it, so its values are unique and guarded. */
    identifies: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ source, value }) => source !== 'fixed' || !!value, { error: 'Enter the value', path: ['value'] }),
    z.refine(
      row =>
        identifyingSources.includes(row.source) ||
        !(isIdentifying(row) && (row.identifies || unfitSources.includes(row.source))),
      {
        error:
          "This value is not unique, so it can't identify users. Choose the email, the User ID, the record ID, or an attribute",
        path: ['source'],
      },
    ),
  )

export const Mapping = z.array(MappingRow).check(
  z.maxLength(50, 'Use at most 50 attributes'),
  z.refine(rows => new Set(rows.map(row => row.name)).size === rows.length, 'Use each name only once'),
)
export type Mapping = z.output<typeof Mapping>
