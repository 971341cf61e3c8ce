import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { code, Done, email, instant, nameText, Nothing, optionalText, Phone } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Password } from '../platform/password.ts'
import { permissions } from '../platform/permissions.ts'
import { OwnWorkspace } from '../tenancy/workspaces.ts'

/** The signed-in user, with everything that the console's decisions depend on. */
export const OwnAccount = z.object({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.object({ countryCode: z.string(), mobileNumber: z.string() })),
  language: z.nullable(z.string()),
  status: z.int(),
  accountRole: z.int(),
  workspaceRole: z.nullable(z.int()),
  permissions: z.array(z.enum(permissions)),
  unitsOnly: z.boolean(),
  /** End user permissions for their own keys, as 101 to 104 (R162). */
  keyPermissions: z.array(z.int()),
  hasPassword: z.boolean(),
  /**
   * Can the user sign in with an emailed code? Administrators with a passkey must agree; super administrators never
   * can.
   */
  codes: z.enum(['always', 'agreed', 'not-agreed', 'never']),
  passkeys: z.int(),
  workspace: OwnWorkspace,
  otherWorkspaces: z.array(
    z.object({ id: z.string(), name: z.string(), slug: z.string(), icon: z.nullable(z.string()) }),
  ),
  session: z.object({ startedAt: instant, verifiedAt: z.nullable(instant) }),
  demo: z.boolean(),
  /** False with `BILLING=off`: no billing calls answer. */
  billing: z.boolean(),
  /** Whether changes are refused for now, except those of super administrators. */
  maintenance: z.boolean(),
  /** Set in a support session of a super administrator, which only reads. */
  support: z.nullable(z.object({ endsAt: instant })),
})
export type OwnAccount = z.output<typeof OwnAccount>

const OwnDetails = z.object({
  firstName: nameText(100, messages['required.first-name']),
  lastName: nameText(100, messages['required.last-name']),
  language: z.optional(z.nullable(z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)))),
})

const PasswordChange = z.object({ password: Password, current: optionalText(200) })

const parts = z.enum(['profile', 'contact', 'language'])

/** The first tasks of a workspace, in order. */
export const firstTasks = [
  'people-and-cards',
  'card-page',
  'application',
  'second-administrator',
  'break-glass',
  'second-passkey',
] as const

export const account = feature('account', {
  self: get('/users', {
    summary: 'Get the signed-in user',
    spec: 'users.self',
    input: Nothing,
    reply: OwnAccount,
    may: 'self',
  }),
  details: get('/users/details', {
    summary: 'Get your account details',
    spec: 'users.details-get',
    input: Nothing,
    reply: OwnAccount,
    may: 'self',
  }),
  updateDetails: post('/users/details', {
    summary: 'Change your name and language',
    spec: 'users.details-update',
    input: OwnDetails,
    reply: OwnAccount,
    may: 'self',
    unconfirmed: 'own',
    fails: ['imported-read-only'],
  }),
  part: get('/users/details/{url}', {
    summary: 'Get one part of your details: profile, contact, or language',
    spec: 'users.details-sub-get',
    input: z.object({ url: parts }),
    reply: z.record(z.string(), z.unknown()),
    may: 'self',
    fails: ['not-found'],
  }),
  updatePart: post('/users/details/{url}', {
    summary: 'Change one part of your details: profile or language',
    spec: 'users.details-sub-update',
    input: z.object({
      url: parts,
      firstName: optionalText(100),
      lastName: optionalText(100),
      language: z.optional(z.nullable(z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/)))),
    }),
    reply: OwnAccount,
    may: 'self',
    unconfirmed: 'own',
    fails: ['not-found', 'imported-read-only'],
  }),
  changeContact: post('/users/details/contactInfo', {
    summary: 'Change your email or phone; a code is sent to the new email (for a phone, to your current email)',
    spec: ['users.details-contact-info', 'workspace-admin.details-contact-info'],
    input: z.object({ email: z.optional(email()), phoneNumber: z.optional(z.nullable(Phone)) }),
    reply: z.object({ ok: z.literal(true), codeSentTo: z.string(), resendAfter: z.int() }),
    may: 'self',
    aliases: ['/administrator/detials/contactInfo'],
    limit: 'code',
    fails: ['invalid-phone', 'no-email', 'code-too-soon', 'imported-read-only', 'too-many', 'verify-first'],
  }),
  verifyContact: post('/users/details/verifyCode', {
    summary: 'Confirm the contact change with the code',
    spec: ['users.details-verify-code', 'workspace-admin.details-verify-code'],
    input: z.object({ code }),
    reply: OwnAccount,
    may: 'self',
    unconfirmed: 'follows',
    aliases: ['/administrator/detials/verifyCode'],
    limit: 'code',
    fails: ['code-refused', 'code-spent', 'email-taken', 'too-many', 'above-you'],
  }),
  codeSignIn: put('/users/details/codeSignIn', {
    summary: 'Allow or disallow email code sign-in for an administrator with a passkey',
    input: z.object({ allowed: z.boolean() }),
    reply: OwnAccount,
    may: 'self',
    fresh: true,
    fails: ['verify-first', 'not-here'],
  }),
  challenge: get('/challenge', {
    summary: 'Get a challenge for pairing or activating a key',
    spec: 'users.challenge',
    input: Nothing,
    reply: z.object({ challenge: z.string() }),
    may: 'self',
    aliases: ['/users/challenge'],
  }),
  workspace: get('/users/oneWorkspace', {
    summary: 'Get the workspace the user is signed in to',
    spec: 'users.one-workspace',
    input: Nothing,
    reply: OwnWorkspace,
    may: 'self',
  }),
  updateProfile: put('/administrator/profile', {
    summary: "Change the administrator's profile",
    spec: 'workspace-admin.profile-update',
    input: OwnDetails,
    reply: OwnAccount,
    may: 'self',
    unconfirmed: 'own',
    fails: ['imported-read-only'],
  }),
  changePassword: post('/administrator/changePassword', {
    summary: 'Set or change your password; requires a recent verification',
    spec: 'workspace-admin.change-password',
    input: PasswordChange,
    reply: Done,
    may: 'self',
    limit: 'code',
    fails: ['password-refused', 'verify-first', 'too-many'],
  }),
  removeAccount: post('/users/delete-account', {
    summary: 'Delete your account; requires a recent verification',
    spec: 'users.delete-account',
    input: z.object({ confirm: z.literal(true) }),
    reply: Done,
    may: 'self',
    fails: ['last-owner', 'verify-first'],
  }),
  ribbon: get('/administrator/ribbon', {
    summary: 'List the notices for the console banner',
    spec: 'users.ribbon',
    input: Nothing,
    reply: z.object({
      notices: z.array(
        z.object({
          id: z.string(),
          level: z.enum(['info', 'warning', 'error']),
          text: z.string(),
          action: z.nullable(z.object({ label: z.string(), href: z.string() })),
        }),
      ),
    }),
    may: 'workspace.read',
  }),
  registerStep: get('/administrator', {
    summary: 'Get the current onboarding step and the first tasks of a workspace, each done by what was done',
    spec: 'workspace-admin.register-step',
    input: Nothing,
    reply: z.object({
      onboarded: z.boolean(),
      tasks: z.array(z.object({ id: z.enum(firstTasks), done: z.int(), of: z.int() })),
    }),
    may: 'workspace.read',
  }),
})
