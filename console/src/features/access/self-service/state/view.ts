import type { SelfServiceConfig } from '@claviger/contract/access/self-service'
import { askedAttributes, type Configs } from '@claviger/contract/access/self-service/form'
import type { HelpPart } from '@claviger/contract/access/self-service-settings'
import { selfServiceActions } from './names.ts'
import type { State, Step } from './state.ts'

// What the screens show, decided without any screen.

/** Name of the application, then what this page is (R61). */
export const pageTitle = 'Claviger Self-Service'

/** What step 0 offers (R63). */
export const offered = ({ services }: SelfServiceConfig) => ({
  enroll: services.enrollment,
  recover: services.pinRecovery,
  hint: services.enrollment || services.pinRecovery,
})

/** The owner's help, or null for the default text (R64). */
export const helpOf = ({ messages }: SelfServiceConfig): readonly HelpPart[] | null =>
  messages.helpParts ?? (messages.help === null || messages.help.trim() === '' ? null : [messages.help])

/** The owner's icon, or the default one (R62). */
export const defaultIcon = '/icon.svg'
export const iconOf = (config: SelfServiceConfig | null): string => config?.workspace.icon ?? defaultIcon

/** The debug panel is for those who have the extension, where the owner wants it (R67). */
export const debugOf = ({ config, extension }: State): { version: string } | null =>
  config?.debugMode === true && extension ? { version: extension.version } : null

/**
 * May somebody go on without a card (R76, G58)? Only to enroll one that needs no PIN, and where something is asked by
 * which they can be found.
 */
export const mayGoWithout = ({ config, wizard }: State): boolean => {
  const configs: Configs = config?.configs ?? {}
  const { known, further } = askedAttributes(configs)
  const asks = known.length > 0 || further.length > 0 || configs.hasPhoneNumber === true
  return configs.verification === 0 && wizard.action === selfServiceActions.enrollment && asks
}

/** Does the hidden input listen to a reader (R117, R120)? */
export const listens = ({ config, wizard, stage }: State): boolean =>
  stage === 'open' && wizard.step <= 1 && (config?.configs.inputReadingFormat ?? 'none') !== 'none'

/** A return to the first step where there is something to choose (R114). */
export const returns = ({ config }: State): boolean =>
  config?.services.enrollment === true && config.services.pinRecovery

/** An address that the server vouches for: on the web, never a script. */
export function onTheWeb(given: string | null, origin: string): string | null {
  if (given === null || !URL.canParse(given, origin)) return null
  const { protocol, href } = new URL(given, origin)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

/** Where the Login button leads: to the owner's address, else to our own sign-in (G83). */
export const loginAt = ({ config, origin }: State): string =>
  onTheWeb(config?.mainUrl ?? null, origin) ?? '/auth/sign-in'

/** May one go back from here? */
export const canGoBack = ({ wizard, asked }: State): boolean =>
  wizard.history.length > 0 && asked?.call.name !== 'enroll' && asked?.call.name !== 'reset'

/** Something is being decided: buttons wait. */
export const isBusy = ({ asked, away }: State): boolean => asked !== null && away === null

/** How far somebody is on the line of steps: each part done, current or to come. */
export const segmentsAt = (step: Step): readonly ('done' | 'current' | 'coming')[] =>
  ([1, 2, 3, 4] as const).map(one => (one < step ? 'done' : one === step ? 'current' : 'coming'))

/** "9:59" of whole seconds. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
