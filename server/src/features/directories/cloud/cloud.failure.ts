export class CloudFailure extends Error {
  readonly status: number
  /** The provider's error code, such as `Request_ResourceNotFound` or `E0000007`. */
  readonly code: string
  readonly again: boolean
  constructor(says: string, { status = 0, code = '', again = false } = {}) {
    super(says)
    this.status = status
    this.code = code
    this.again = again
  }
}
