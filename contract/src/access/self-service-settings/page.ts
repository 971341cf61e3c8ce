import * as z from 'zod/mini'
import { instant } from '../../ground/fields.ts'
import { PinConfig } from '../../ground/pin.ts'
import { Help, verificationTypes } from '../self-service-settings.ts'
import { StageCounts } from './funnel.ts'
import { attributeSources, PageSettings } from './settings.ts'

/** What makes a page unsafe or useless; `danger` lets somebody in who should not be. */
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
  /** The last part of its address. */
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  /** It was never open to people yet. */
  draft: z.boolean(),
  link: z.string(),
  services: z.object({ enrollment: z.boolean(), pinRecovery: z.boolean() }),
  verificationType: z.enum(verificationTypes),
  version: z.int(),
  changedAt: instant,
  changedBy: z.string(),
  /** Of the running month in the workspace's time zone. */
  month: StageCounts,
}

/** A page as the list of its owner's shows it. */
export const PageBrief = z.object(brief)
export type PageBrief = z.output<typeof PageBrief>

/** A page as its editor holds it. */
export const SelfServicePage = z.object({
  ...brief,
  settings: PageSettings,
  /** There is a secret that signs the questions to the owner's own system. */
  hasSecret: z.boolean(),
  warnings: z.array(Warning),
})
export type SelfServicePage = z.output<typeof SelfServicePage>

/** What an editor shows of settings that are not saved yet. */
export const PagePreview = z.object({
  warnings: z.array(Warning),
  /** The help text in the language asked for. */
  help: Help,
  /** What a card enrolled here is given. */
  key: z.object({ policy: z.nullable(z.string()), pin: z.boolean(), pinConfig: PinConfig }),
  choices: z.object({
    attributes: z.array(z.object({ from: z.enum(attributeSources), name: z.string() })),
    policies: z.array(z.object({ id: z.string(), name: z.string(), isDefault: z.boolean(), pin: z.boolean() })),
    /** Identity providers that are switched on. */
    providers: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
    /** Codes can go to phones: this installation has a gateway, and the workspace chose a country. */
    phoneCodes: z.boolean(),
    /** Where pages of this installation stand; a page may always lead there. */
    origin: z.string(),
  }),
})
export type PagePreview = z.output<typeof PagePreview>

/** One version of a page; the newest is the present one. */
export const PageVersion = z.object({
  version: z.int(),
  name: z.string(),
  changedAt: instant,
  changedBy: z.string(),
  /** Names of the settings that differ from the version before. */
  changed: z.array(z.string()),
})
export type PageVersion = z.output<typeof PageVersion>

/** How far people came, in all and by day. */
export const PageResults = z.object({
  whole: StageCounts,
  enrolled: z.int(),
  recovered: z.int(),
  days: z.array(z.object({ day: z.string(), counts: StageCounts })),
})
export type PageResults = z.output<typeof PageResults>
