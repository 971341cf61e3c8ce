export class GraphRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string>
  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export const badRequest = (message: string): GraphRefusal => new GraphRefusal(400, 'Request_BadRequest', message)
export const unsupported = (message: string): GraphRefusal => new GraphRefusal(400, 'Request_UnsupportedQuery', message)
export const notFound = (id: string): GraphRefusal =>
  new GraphRefusal(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  )
