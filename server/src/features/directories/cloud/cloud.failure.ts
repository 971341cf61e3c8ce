/** Entra ID or Okta did not do what was asked; the message is for administrators and says what, in words. */
export class CloudFailure extends Error {
  /** What was answered; 0 where nothing was. */
  readonly status: number
  /** Their word for it, as `Request_ResourceNotFound` or `E0000007`. */
  readonly code: string
  /** Asked again later it may go well: they were busy or away. */
  readonly again: boolean
  constructor(says: string, { status = 0, code = '', again = false } = {}) {
    super(says)
    this.status = status
    this.code = code
    this.again = again
  }
}
