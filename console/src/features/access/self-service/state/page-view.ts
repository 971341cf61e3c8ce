import { pageVerifications, type SelfServiceConfig } from '@claviger/contract/access/self-service'
import { askedAttributes, type Configs } from '@claviger/contract/access/self-service/form'
import type { HelpPart } from '@claviger/contract/access/self-service-settings'
import { selfServiceActions } from './page-actions.ts'
import type { State, VisitStep } from './state.ts'

/** Application name, then the page's name (R61). */
export const pageTitle = 'Claviger Self-Service'

/** Services offered in step 0 (R63). */
export const offeredServices = ({ services }: SelfServiceConfig) => ({
  enroll: services.enrollment,
  recover: services.pinRecovery,
  hint: services.enrollment || services.pinRecovery,
})

/** The owner's help text, or null for the default (R64). */
export const helpOf = ({ messages }: SelfServiceConfig): readonly HelpPart[] | null =>
  messages.helpParts ?? (messages.help === null || messages.help.trim() === '' ? null : [messages.help])

/** Used if the owner has set no icon (R62). */
export const defaultIcon = '/icon.svg'
export const iconOf = (config: SelfServiceConfig | null): string => config?.workspace.icon ?? defaultIcon

/** Shown only if the extension is installed and the owner enabled the panel (R67). */
export const debugOf = ({ config, extension }: State): { version: string } | null =>
  config?.debugMode === true && extension ? { version: extension.version } : null

/**
 * Can the user continue without a card (R76, G58)? Only to enroll a key that needs no PIN, and if the form has a
 * field that identifies the user.
 */
export const mayGoWithout = ({ config, wizard }: State): boolean => {
  const configs: Configs = config?.configs ?? {}
  const { known, further } = askedAttributes(configs)
  const asks = known.length > 0 || further.length > 0 || configs.hasPhoneNumber === true
  return configs.verification === pageVerifications.none && wizard.action === selfServiceActions.enrollment && asks
}

export const isListening = ({ config, wizard, stage }: State): boolean =>
  stage === 'open' && wizard.step <= 1 && (config?.configs.inputReadingFormat ?? 'none') !== 'none'

/** True if the page returns to the first step because it offers a choice there (R114). */
export const returnsAlone = ({ config }: State): boolean =>
  config?.services.enrollment === true && config.services.pinRecovery

/** Accepts only http(s) addresses from the server, never a script. */
export function onTheWeb(given: string | null, origin: string): string | null {
  if (given === null || !URL.canParse(given, origin)) return null
  const { protocol, href } = new URL(given, origin)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

/** Target of the Login button: the owner's address, or this product's sign-in (G83). */
export const loginAt = ({ config, origin }: State): string =>
  onTheWeb(config?.mainUrl ?? null, origin) ?? '/auth/sign-in'

export const canGoBack = ({ wizard, asked }: State): boolean =>
  wizard.history.length > 0 && asked?.call.name !== 'enroll' && asked?.call.name !== 'reset'

export const isBusy = ({ asked, away }: State): boolean => asked !== null && away === null

export const segmentsAt = (step: VisitStep): readonly ('done' | 'current' | 'coming')[] =>
  ([1, 2, 3, 4] as const).map(one => (one < step ? 'done' : one === step ? 'current' : 'coming'))

/** Formats whole seconds, for example "9:59". */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
