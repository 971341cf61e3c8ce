export interface SamlRequest {
  readonly request?: string | undefined
  readonly acs: string
  readonly relayState?: string | undefined
  readonly force: boolean
  readonly passive: boolean
  readonly format?: string | undefined
  readonly contexts: readonly string[]
  readonly comparison: 'exact' | 'minimum' | 'maximum' | 'better'
}
