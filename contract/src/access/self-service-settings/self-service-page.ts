import * as z from 'zod/mini'
import { instant } from '#platform/fields.ts'
import { PinConfig } from '#platform/pin.ts'
import { Help, verificationTypes } from '../self-service-settings.ts'
import { StageCounts } from './funnel.ts'
import { attributeSources, PageSettings } from './page-settings.ts'

/** Warnings that make a page unsafe or useless; `danger` means that unauthorized users could get a key. */
export const warningKinds = [
  'verification-none',
  'name-only',
  'card-names-holder',
  'recovery-unproven',
  'nothing-asked',
  'no-service',
  'no-way-for-codes',
  'provider-missing',
  'provider-finds-nobody',
  'automatic-incomplete',
  'desk-without-address',
] as const

export const Warning = z.object({
  kind: z.enum(warningKinds),
  danger: z.boolean(),
  says: z.string(),
})
export type Warning = z.output<typeof Warning>

const brief = {
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  draft: z.boolean(),
  link: z.string(),
  services: z.object({ enrollment: z.boolean(), pinRecovery: z.boolean() }),
  verificationType: z.enum(verificationTypes),
  version: z.int(),
  changedAt: instant,
  changedBy: z.string(),
  month: StageCounts,
}

export const PageBrief = z.object(brief)
export type PageBrief = z.output<typeof PageBrief>

/** A page with everything the editor needs. */
export const SelfServicePage = z.object({
  ...brief,
  settings: PageSettings,
  /** A secret is set that signs requests to the owner's own system. */
  hasSecret: z.boolean(),
  warnings: z.array(Warning),
})
export type SelfServicePage = z.output<typeof SelfServicePage>

export const PagePreview = z.object({
  warnings: z.array(Warning),
  help: Help,
  key: z.object({ policy: z.nullable(z.string()), pin: z.boolean(), pinConfig: PinConfig }),
  choices: z.object({
    attributes: z.array(z.object({ from: z.enum(attributeSources), name: z.string() })),
    policies: z.array(z.object({ id: z.string(), name: z.string(), isDefault: z.boolean(), pin: z.boolean() })),
    providers: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
    phoneCodes: z.boolean(),
    origin: z.string(),
  }),
})
export type PagePreview = z.output<typeof PagePreview>

export const PageVersion = z.object({
  version: z.int(),
  name: z.string(),
  changedAt: instant,
  changedBy: z.string(),
  changed: z.array(z.string()),
})
export type PageVersion = z.output<typeof PageVersion>

export const PageResults = z.object({
  whole: StageCounts,
  enrolled: z.int(),
  recovered: z.int(),
  days: z.array(z.object({ day: z.string(), counts: StageCounts })),
})
export type PageResults = z.output<typeof PageResults>
