import type { SelfServiceConfig } from '@claviger/contract/access/self-service'
import type { HelpPart } from '@claviger/contract/access/self-service-settings'
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

/** Does the hidden input listen to a reader (R117, R120)? */
export const listens = ({ config, wizard, stage }: State): boolean =>
  stage === 'open' && wizard.step <= 1 && (config?.configs.inputReadingFormat ?? 'none') !== 'none'

/** A return to the first step where there is something to choose (R114). */
export const returns = ({ config }: State): boolean =>
  config?.services.enrollment === true && config.services.pinRecovery

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
