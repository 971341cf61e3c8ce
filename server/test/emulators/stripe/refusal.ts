/** An error as docs.stripe.com/api/errors describes it. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: { error: Record<string, unknown> }
  constructor(status: number, error: Record<string, unknown> & { type: string; message: string }) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

export const missingObject = (what: string, id: string) =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
  })

export const invalid = (param: string, message: string, code = 'parameter_invalid') =>
  new StripeRefusal(400, { type: 'invalid_request_error', code, param, message })
