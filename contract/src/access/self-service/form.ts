import type { OutputOf } from '../../ground/endpoint.ts'
import type { selfService, SelfServiceConfig, TokenResult } from '../self-service.ts'

// What is asked of a person at a card page, and when nothing needs to be asked. Old spellings of the wire end here.

/** The attributes that a page knows by a name of its own. */
export const knownAttributes = ['userId', 'employeeId', 'firstName', 'lastName'] as const
export type KnownAttribute = (typeof knownAttributes)[number]

/** A page's own attribute stands under the name that its owner gave it. */
export type Attributes = Readonly<Record<string, string | null | undefined>>

/** The phone as it is typed: the prefix of the country, and the rest. */
export interface TypedPhone {
  readonly countryCode: string
  readonly mobileNumber: string
}

/** What somebody says of themselves. */
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

/** Names of the further attributes that a page asks for. */
export const furtherAttributes = (configs: Configs): string[] =>
  configs.hasAdditionalAttribute === true ? (configs.addintionalAttribute ?? []).map(({ name }) => name) : []

/** The attributes that a page asks for, in the order in which it does (R92). */
export const askedAttributes = (configs: Configs): { known: KnownAttribute[]; further: string[] } => ({
  known: knownAttributes.filter(name => asks[name](configs) === true),
  further: furtherAttributes(configs),
})

/** May what the card system knows of the holder stand for what the person would type (R87–R91)? */
export function mayAutoSubmit(configs: Configs, attributes: Attributes): boolean {
  if (Object.keys(configs).length === 0 || configs.hasPhoneNumber === true) return false
  const { known, further } = askedAttributes(configs)
  return [...known, ...further].every(name => (attributes[name] ?? '') !== '')
}

/** Where the answer to a lookup keeps what the card system knows; spelt as older clients know it. */
export const attributesField = 'tokenAttribures'

/** What the card system knows of a card's holder. */
export const attributesOf = (found: OutputOf<(typeof selfService)['lookup']['reply']>): Attributes =>
  found[attributesField]

/** The input of the token call: what is missing or null is left out (R93). */
export function tokenInput({ attributes, phone }: Identity): Record<string, string | TypedPhone> {
  const given = Object.entries(attributes).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(given), ...(phone ? { phoneNumber: phone } : {}) }
}

/** Is nothing left to do for somebody who was found (R94)? */
export const skipsNextSteps = (found: Pick<TokenResult, 'isPinRequired' | 'verificationType'>): boolean =>
  !found.isPinRequired && found.verificationType === 'none'
