/** Status codes of CTAP 2.1 §8.2 that need different messages or errors. */
export const status = {
  ok: 0x00,
  busy: 0x06,
  excluded: 0x19,
  algorithm: 0x26,
  denied: 0x27,
  full: 0x28,
  noCredentials: 0x2e,
  pinWrong: 0x31,
  pinBlocked: 0x32,
  pinWait: 0x34,
  pinNotSet: 0x35,
  pinChange: 0x37,
} as const

export class CardStatusError extends Error {
  readonly status: number
  constructor(code: number) {
    super(`The card answered 0x${code.toString(16).padStart(2, '0')}`)
    this.status = code
  }
}
