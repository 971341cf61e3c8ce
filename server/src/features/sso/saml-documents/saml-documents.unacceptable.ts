export type Reason =
  | 'document-too-large'
  | 'document-encoding'
  | 'document-entities'
  | 'document-declarations'
  | 'document-broken'
  | 'document-twice'
  | 'document-value'
  | 'document-kind'
  | 'signature-missing'
  | 'signature-several'
  | 'signature-place'
  | 'signature-method'
  | 'signature-reference'
  | 'signature-transforms'
  | 'signature-digest'
  | 'signature-key'
  | 'query-broken'
  | 'message-missing'
  | 'version'
  | 'destination'
  | 'issuer-unknown'
  | 'issued-when'
  | 'issued-form'
  | 'acs-unknown'
  | 'binding-unknown'
  | 'replayed'
  | 'relay-state'
  | 'metadata-kind'
  | 'metadata-expired'
  | 'metadata-certificate'
  | 'metadata-acs'
  | 'metadata-acs-many'
  | 'metadata-address'
  | 'metadata-certificates-many'
  | 'metadata-entity'

/** `details` are for administrators, never for the application. */
export class SamlError extends Error {
  readonly reason: Reason
  readonly details: Readonly<Record<string, string>>

  constructor(reason: Reason, details: Readonly<Record<string, string>> = {}) {
    super(reason)
    this.name = 'SamlError'
    this.reason = reason
    this.details = details
  }
}

/** Refuses what exceeds a bound, which the refusal names. */
export const tooLarge = (counted: 'bytes' | 'elements' | 'levels' | 'characters', most: number): SamlError =>
  new SamlError('document-too-large', { counted, most: String(most) })
