import type { OutputOf } from '#platform/endpoint.ts'
import type { selfService, SelfServiceConfig, TokenResult } from '../self-service.ts'

// Which attributes a card page asks for, and when none are needed. The misspelled API names are handled only here.

export const knownAttributes = ['userId', 'employeeId', 'firstName', 'lastName'] as const
export type KnownAttribute = (typeof knownAttributes)[number]

export type Attributes = Readonly<Record<string, string | null | undefined>>

export interface TypedPhone {
  readonly countryCode: string
  readonly mobileNumber: string
}

export interface Identity {
  readonly attributes: Attributes
  readonly phone?: TypedPhone | null
}

export type Configs = Partial<SelfServiceConfig['configs']>

const asks: Record<KnownAttribute, (configs: Configs) => boolean | undefined> = {
  userId: configs => configs.hasUserId,
  employeeId: configs => configs.hasEmployeeId,
  firstName: configs => configs.hasFirstName,
  lastName: configs => configs.hasLastName,
}

export const furtherAttributes = (configs: Configs): string[] =>
  configs.hasAdditionalAttribute === true ? (configs.addintionalAttribute ?? []).map(({ name }) => name) : []

/** The attributes that a page asks for, in display order (R92). */
export const askedAttributes = (configs: Configs): { known: KnownAttribute[]; further: string[] } => ({
  known: knownAttributes.filter(name => asks[name](configs) === true),
  further: furtherAttributes(configs),
})

/** Can the card system's attributes replace the user's input (R87–R91)? */
export function mayAutoSubmit(configs: Configs, attributes: Attributes): boolean {
  if (Object.keys(configs).length === 0 || configs.hasPhoneNumber === true) return false
  const { known, further } = askedAttributes(configs)
  return [...known, ...further].every(name => (attributes[name] ?? '') !== '')
}

/** Misspelled name of the lookup response's field with the card system's attributes, as older clients expect it. */
export const attributesField = 'tokenAttribures'

export const attributesOf = (found: OutputOf<(typeof selfService)['lookup']['reply']>): Attributes =>
  found[attributesField]

/** Input of the token call, without missing and null attributes (R93). */
export function tokenInput({ attributes, phone }: Identity): Record<string, string | TypedPhone> {
  const given = Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(given), ...(phone ? { phoneNumber: phone } : {}) }
}

/** Are there no further steps for the identified user (R94)? */
export const skipsNextSteps = (found: Pick<TokenResult, 'isPinRequired' | 'verificationType'>): boolean =>
  !found.isPinRequired && found.verificationType === 'none'
