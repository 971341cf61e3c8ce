/** Status codes of the card authenticator (CTAP 2.1 §8.2). */
export const ctapStatuses = {
  OK: 0x00,
  INVALID_COMMAND: 0x01,
  INVALID_PARAMETER: 0x02,
  INVALID_LENGTH: 0x03,
  CHANNEL_BUSY: 0x06,
  CBOR_UNEXPECTED_TYPE: 0x11,
  INVALID_CBOR: 0x12,
  MISSING_PARAMETER: 0x14,
  LIMIT_EXCEEDED: 0x15,
  CREDENTIAL_EXCLUDED: 0x19,
  UNSUPPORTED_ALGORITHM: 0x26,
  OPERATION_DENIED: 0x27,
  KEY_STORE_FULL: 0x28,
  UNSUPPORTED_OPTION: 0x2b,
  INVALID_OPTION: 0x2c,
  NO_CREDENTIALS: 0x2e,
  NOT_ALLOWED: 0x30,
  PIN_INVALID: 0x31,
  PIN_BLOCKED: 0x32,
  PIN_AUTH_INVALID: 0x33,
  PIN_AUTH_BLOCKED: 0x34,
  PIN_NOT_SET: 0x35,
  PUAT_REQUIRED: 0x36,
  PIN_POLICY_VIOLATION: 0x37,
  REQUEST_TOO_LARGE: 0x39,
  INVALID_SUBCOMMAND: 0x3e,
  UV_INVALID: 0x3f,
  UNAUTHORIZED_PERMISSION: 0x40,
} as const

export type Status = keyof typeof ctapStatuses

/** Ends a command with a status; earlier changes by the command stay, as the specification requires. */
export class CtapError extends Error {
  readonly status: Status

  constructor(status: Status) {
    super(status)
    this.name = 'Refusal'
    this.status = status
  }
}

export const failCtap = (status: Status): CtapError => new CtapError(status)
