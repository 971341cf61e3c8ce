import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { instant, Network, Nothing, optionalText, text } from '../platform/fields.ts'
import { type Language, languages } from '../platform/languages.ts'
import { messages } from '../platform/messages.ts'
import { PinConfig, PinRules } from '../platform/pin.ts'
import { ReauthenticationMinutes } from '../platform/reauthentication.ts'
import { fillText } from '../platform/wording.ts'
import { TrustDomain } from './trust-domains.ts'
import { slug } from './workspaces.ts'

/** What end users can do with their own keys (specification §6). */
export const userPermissions = { monitor: 101, delete: 102, edit: 103, resetPin: 104 } as const

/** Where the private keys of passkeys are stored (specification §4). */
export const credentialStorages = { local: 1, remote: 2, remoteVendor: 3 } as const

/** A PIN can be remembered for up to 30 days (decision G84); 0 asks at each use. */
export const rememberedPinHours = { min: 0, max: 720 } as const

/** Retention of the activity log in days; null keeps it forever. */
export const activityDays = { min: 30, max: 3650 } as const

/** Maximum age of a session; null leaves it to the installation. */
export const sessionHours = { min: 1, max: 8760 } as const

const hours = fillText('Choose {min} to {max} hours', rememberedPinHours)
const days = fillText('Choose from {min} to {max} days', activityDays)
const age = fillText('Choose {min} to {max} hours', sessionHours)
const limit = messages['required.limitation-number']

/** An image as a data URL, which the server verifies (decision G33); its current address leaves it unchanged. */
const Icon = z
  .string()
  .check(
    z.maxLength(1_500_000, messages['image.too-large']),
    z.regex(
      /^(?:data:image\/[a-z+.-]+;base64,[A-Za-z0-9+/]+=*|\/api\/workspace-icon\/[\w?=-]+)$/,
      messages['image.type'],
    ),
  )

const address = {
  country: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/, messages['required.countries'])))),
  province: optionalText(100),
  city: optionalText(100),
  address: optionalText(300),
  postalCode: z.optional(z.string().check(z.trim(), z.maxLength(9, messages['limit.postal-code']))),
}

const timeZone = z.string().check(z.minLength(1, 'Time zone is required'), z.maxLength(64))

const language = z.enum(Object.keys(languages) as Language[], 'Choose a language')

const WorkspaceInput = z.object({
  name: text(100, messages['required.name']),
  url: slug,
  icon: z.optional(z.nullable(Icon)),
  ...address,
  timeZone: z.optional(timeZone),
  language: z.optional(language),
})

const AttributeNames = z
  .array(z.string().check(z.trim(), z.maxLength(50, 'Use at most 50 characters')))
  .check(z.maxLength(5))

const Extras = z.object({
  attributeNames: AttributeNames,
  activityDays: z.nullable(z.int(days).check(z.gte(activityDays.min, days), z.lte(activityDays.max, days))),
  sessionHours: z.optional(z.nullable(z.int(age).check(z.gte(sessionHours.min, age), z.lte(sessionHours.max, age)))),
  /** Null: never, unless an application overrides it. */
  reauthenticationMinutes: z.optional(ReauthenticationMinutes),
})

const PinPolicyInput = z.object({
  rules: PinRules,
  rememberedPinHours: z.int(hours).check(z.gte(rememberedPinHours.min, hours), z.lte(rememberedPinHours.max, hours)),
})
const PinPolicy = z.extend(PinPolicyInput, { config: PinConfig })

const permission = z.union([z.literal(101), z.literal(102), z.literal(103), z.literal(104)])
/** `panel` off: end users can't manage their keys, whatever the list contains (R162). */
const UserPermission = z.object({ panel: z.boolean(), permissions: z.array(permission).check(z.maxLength(4)) })

const SecurityKeySetting = z.object({
  cardVerification: z.enum(['pinless', 'pin']),
  phoneVerification: z.enum(['always', 'when-locked', 'client-pin']),
  /** 1 on the phone, 2 on the server, 3 at the key's vendor; for phones. */
  credentialStorage: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  offline: z.boolean(),
  audit: z.boolean(),
  /** Maximum number of keys per user; null is unlimited. */
  keysPerUser: z.nullable(z.int(limit).check(z.gte(1, limit), z.lte(100, 'Choose a number from 1 to 100'))),
})

/** Where cards with a PIN can sign in on the sign-in page: anywhere, from listed networks, or not at all. */
export const cardSignIns = ['on', 'networks', 'off'] as const
const networks = 'Enter at least one network'
const CardSignIn = z.object({
  cardSignIn: z.enum(cardSignIns),
  networks: z.array(Network).check(z.maxLength(20, 'Use at most 20 networks')),
})
const CardSignInInput = CardSignIn.check(
  z.refine(({ cardSignIn, networks: all }) => cardSignIn !== 'networks' || all.length > 0, {
    error: networks,
    path: ['networks'],
  }),
)

const PhoneCodes = z.object({
  countries: z
    .array(z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a country')))
    .check(z.maxLength(60, 'Choose at most 60 countries')),
})

const Proximity = z.object({ proximity: z.boolean() })

export const identityProviders = ['none', 'manager', 'document'] as const
const IdentityProvider = z.object({ provider: z.enum(identityProviders) })

/** Parts of the settings that can be read separately; all but the last three can also be written separately. */
export const settingParts = [
  'workspace',
  'extras',
  'pinPolicy',
  'userPermission',
  'securitykeySetting',
  'cardSignIn',
  'phoneCodes',
  'proximity',
  'identityVerificationProvider',
  'administrator',
  'trustDomains',
] as const

export const WorkspaceDetails = z.object({
  workspace: z.object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    icon: z.nullable(z.string()),
    type: z.int(),
    status: z.int(),
    country: z.nullable(z.string()),
    province: z.nullable(z.string()),
    city: z.nullable(z.string()),
    address: z.nullable(z.string()),
    postalCode: z.nullable(z.string()),
    timeZone: z.string(),
    language,
    createdAt: instant,
  }),
  administrator: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.nullable(z.string()),
    phoneNumber: z.nullable(z.object({ countryCode: z.string(), mobileNumber: z.string() })),
  }),
  extras: Extras,
  pinPolicy: PinPolicy,
  userPermission: UserPermission,
  securitykeySetting: SecurityKeySetting,
  cardSignIn: CardSignIn,
  phoneCodes: PhoneCodes,
  proximity: Proximity,
  identityVerificationProvider: IdentityProvider,
  trustDomains: z.array(TrustDomain),
})
export type WorkspaceDetails = z.output<typeof WorkspaceDetails>

const reply = { reply: WorkspaceDetails, may: 'workspace.write' } as const
const icon = 2 * 1024 * 1024
const workspaceFails = ['workspace-url-taken', 'image-too-large', 'image-type'] as const

export const workspaceSettings = feature('workspace-settings', ['account', 'trust-domains'], {
  details: get('/administrator/detials', {
    summary: 'Get the workspace settings, its trust domains, and the calling administrator',
    spec: 'workspace-admin.details-get',
    input: Nothing,
    reply: WorkspaceDetails,
    may: 'workspace.read',
  }),
  update: post('/administrator/detials', {
    summary: 'Change the name, address, and extras of the workspace; omitted fields are unchanged',
    spec: 'workspace-admin.details-update',
    input: z.extend(z.partial(WorkspaceInput), z.partial(Extras).shape),
    ...reply,
    bodyLimit: icon,
    fails: workspaceFails,
  }),
  part: get('/administrator/detials/{sub}', {
    summary: 'Get one part of the settings',
    spec: 'workspace-admin.details-sub-get',
    input: z.object({ sub: z.enum(settingParts) }),
    reply: z.record(z.string(), z.unknown()),
    may: 'workspace.read',
  }),
  updatePart: post('/administrator/detials/{sub}', {
    summary: 'Change one part of the settings: workspace or extras; the other parts have their own calls',
    spec: 'workspace-admin.details-sub-update',
    input: z.extend(z.partial(WorkspaceInput), { ...z.partial(Extras).shape, sub: z.enum(['workspace', 'extras']) }),
    ...reply,
    bodyLimit: icon,
    fails: workspaceFails,
  }),
  updateExtras: put('/administrator/workspace/extras', {
    summary: 'Set the names of custom user attributes and the retention period of the activity log',
    input: Extras,
    ...reply,
    fresh: true,
    fails: ['verify-first'],
  }),
  updateWorkspace: put('/administrator/workspace', {
    summary: 'Change the name, address, and icon of the workspace',
    spec: 'workspace-admin.workspace-update',
    input: WorkspaceInput,
    ...reply,
    bodyLimit: icon,
    fails: workspaceFails,
  }),
  pinPolicy: post('/administrator/detials/pinPolicy', {
    summary: 'Save the PIN policy of this workspace',
    spec: 'workspace-admin.details-pin-policy',
    input: PinPolicyInput,
    ...reply,
    fresh: true,
  }),
  userPermission: post('/administrator/detials/userPermission', {
    summary: 'Save what users can do with their own keys: 101 monitor, 102 delete, 103 edit, 104 reset PIN',
    spec: 'workspace-admin.details-user-permission',
    input: UserPermission,
    ...reply,
    fresh: true,
  }),
  securityKeySetting: post('/administrator/detials/securitykeySetting', {
    summary: 'Save the default settings for new security keys',
    spec: 'workspace-admin.details-securitykey-setting',
    input: SecurityKeySetting,
    ...reply,
    fresh: true,
    fails: ['storage-not-offered'],
  }),
  cardSignIn: put('/administrator/workspace/card-sign-in', {
    summary: "Set where users can sign in with card and PIN on the sign-in page; doesn't affect reader programs",
    input: CardSignInInput,
    ...reply,
    fresh: true,
    fails: ['verify-first', 'acts-for-all'],
  }),
  phoneCodes: put('/administrator/workspace/phone-codes', {
    summary: 'Set the countries that can receive sign-in codes by text message and call',
    input: PhoneCodes,
    ...reply,
    fresh: true,
    fails: ['verify-first', 'acts-for-all'],
  }),
  proximity: put('/administrator/workspace/proximity', {
    summary: 'Set whether a phone must be near the computer to approve sign-ins',
    spec: 'workspace-admin.proximity',
    input: Proximity,
    aliases: ['/administrator/workspace/administrators/proximity'],
    ...reply,
    fresh: true,
  }),
  identityProvider: put('/administrator/identityVerificationProvider', {
    summary: 'Set who verifies a user who lost all keys',
    spec: 'workspace-admin.identity-verification-provider',
    input: IdentityProvider,
    aliases: [
      '/administrator/detials/identityVerificationProvider',
      '/administrator/workspace/identityVerificationProvider',
    ],
    ...reply,
    fresh: true,
  }),
})
