export class OktaRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly cause_: string | undefined
  constructor(status: number, code: string, summary: string, cause?: string) {
    super(summary)
    this.status = status
    this.code = code
    this.cause_ = cause
  }
}

export const errors = {
  invalid: [400, 'E0000001', 'Api validation failed'],
  denied: [403, 'E0000006', 'You do not have permission to perform the requested action'],
  notFound: [404, 'E0000007', 'Not found: Resource not found'],
  badToken: [401, 'E0000011', 'Invalid token provided'],
  badSearch: [400, 'E0000031', 'Invalid search criteria.'],
  tooMany: [429, 'E0000047', 'API call exceeded rate limit due to too many requests.'],
} as const satisfies Record<string, readonly [number, string, string]>
