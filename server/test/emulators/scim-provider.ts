// A strict SCIM 2.0 service provider with faults on demand.
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify'

type Json = Record<string, unknown>
type Kind = 'Users' | 'Groups'

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const schemas = {
  Users: 'urn:ietf:params:scim:schemas:core:2.0:User',
  Groups: 'urn:ietf:params:scim:schemas:core:2.0:Group',
}
const texts = new Set(['externalId', 'userName', 'displayName', 'nickName', 'title', 'locale', 'id'])
const nameParts = new Set(['formatted', 'familyName', 'givenName', 'middleName'])

class Refusal extends Error {
  readonly status: number
  readonly scimType: string | undefined
  constructor(status: number, detail: string, scimType?: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}
const wrong = (detail: string, scimType = 'invalidValue') => new Refusal(400, detail, scimType)
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function judge(kind: Kind, resource: Json): void {
  const { schemas: said } = resource
  if (!Array.isArray(said) || !said.includes(schemas[kind])) throw wrong('schemas must name the core schema')
  for (const [name, value] of Object.entries(resource)) {
    if (name === 'schemas' || name === 'meta') continue
    if (texts.has(name)) {
      if (typeof value !== 'string' || value === '') throw wrong(`${name} must be a text`)
    } else if (name === 'active') {
      if (typeof value !== 'boolean') throw wrong('active must be a boolean')
    } else if (name === 'name' && kind === 'Users') {
      if (
        !isObject(value) ||
        Object.entries(value).some(([part, is]) => !nameParts.has(part) || typeof is !== 'string')
      )
        throw wrong('name has other parts')
    } else if ((name === 'emails' || name === 'phoneNumbers') && kind === 'Users') {
      if (!Array.isArray(value) || value.some(one => !isObject(one) || typeof one['value'] !== 'string'))
        throw wrong(`${name} must be a list of values`)
      if (value.filter(one => (one as Json)['primary'] === true).length > 1) throw wrong(`${name}: one is primary`)
    } else if (name === enterprise && kind === 'Users') {
      if (!said.includes(enterprise) || !isObject(value)) throw wrong('schemas must name the extension')
    } else if (name === 'members' && kind === 'Groups') {
      if (!Array.isArray(value)) throw wrong('members must be a list')
    } else throw wrong(`there is no ${name}`, 'invalidSyntax')
  }
  if (kind === 'Users' && typeof resource['userName'] !== 'string') throw wrong('userName is required')
  if (kind === 'Groups' && typeof resource['displayName'] !== 'string') throw wrong('displayName is required')
}

export interface Faults {
  /** Requests allowed before each 429. */
  throttleEvery: number
  retryAfter: string
  /** Remaining requests before all others get 429. */
  leftToday: number
  /** Of so many requests, one is executed but its response cut off. */
  cutEvery: number
  slowly: number
  denied: boolean
  /** Answers 500 to all requests about this userName. */
  poison: string | undefined
  noPatch: boolean
  /** The maximum page size, and whether the last page is withheld. */
  pageSize: number
  withhold: boolean
}

const well = (): Faults => ({
  throttleEvery: 0,
  retryAfter: '1',
  leftToday: Number.POSITIVE_INFINITY,
  cutEvery: 0,
  slowly: 0,
  denied: false,
  poison: undefined,
  noPatch: false,
  pageSize: 100,
  withhold: false,
})

export async function scimProvider(bearer = 'a-token-of-the-application') {
  const users = new Map<string, Json>()
  const groups = new Map<string, Json>()
  const of = (kind: Kind) => (kind === 'Users' ? users : groups)
  const faults = well()
  const seen: string[] = []
  let count = 0
  const app = fastify({ logger: false, bodyLimit: 1024 * 1024 })
  app.addContentTypeParser('application/scim+json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body as string))
    } catch {
      done(wrong('not JSON', 'invalidSyntax'))
    }
  })
  app.removeContentTypeParser('application/json')
  app.setErrorHandler((error: Error, _request, reply) => {
    const { status, scimType, message } = error instanceof Refusal ? error : new Refusal(500, error.message)
    return reply
      .status(status)
      .type('application/scim+json')
      .send({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: `${status}`,
        detail: message,
        scimType,
      })
  })
  app.addHook('onRequest', async (request, reply) => {
    seen.push(`${request.method} ${request.url}`)
    count++
    if (faults.slowly > 0) await new Promise(done => setTimeout(done, faults.slowly))
    if (faults.denied || request.headers.authorization !== `Bearer ${bearer}`) throw new Refusal(401, 'who are you?')
    const isThrottled = faults.throttleEvery > 0 && count % faults.throttleEvery === 0
    if (isThrottled || faults.leftToday-- <= 0)
      await reply.status(429).header('retry-after', faults.retryAfter).send({ detail: 'slowly, please' })
  })
  app.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, _payload, done) => {
    if (faults.cutEvery > 0 && count % faults.cutEvery === 0) request.raw.socket.destroy()
    void reply.type('application/scim+json')
    done()
  })

  const unique = (kind: Kind, resource: Json, but?: string) => {
    const name = kind === 'Users' ? 'userName' : 'displayName'
    const wanted = String(resource[name]).toLowerCase()
    for (const [id, one] of of(kind))
      if (id !== but && String(one[name]).toLowerCase() === wanted)
        throw new Refusal(409, `${wanted} is taken`, 'uniqueness')
  }
  const known = (kind: Kind, id: string): Json => {
    const found = of(kind).get(id)
    if (!found) throw new Refusal(404, `there is no ${id}`)
    return found
  }
  const membersOf = (value: unknown) =>
    (value as Json[]).map(one => {
      if (!isObject(one) || typeof one['value'] !== 'string' || !users.has(one['value'])) throw wrong('no such member')
      return { value: one['value'] }
    })

  app.get('/scim/v2/ServiceProviderConfig', () => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: !faults.noPatch },
    filter: { supported: true, maxResults: faults.pageSize },
  }))

  for (const kind of ['Users', 'Groups'] as const) {
    app.get(`/scim/v2/${kind}`, request => {
      const { filter, startIndex = '1', count: most = '100' } = request.query as Record<string, string | undefined>
      const asked = /^(\w+) eq (".*")$/.exec(filter ?? '')
      if (filter !== undefined && !asked) throw wrong('this filter is not understood', 'invalidFilter')
      const [, name = '', quoted = '""'] = asked ?? []
      const value = JSON.parse(quoted) as string
      const caseless = name === 'userName' || name === 'displayName'
      const fits = (one: Json) =>
        !asked || (caseless ? String(one[name]).toLowerCase() === value.toLowerCase() : one[name] === value)
      const all = [...of(kind).values()].filter(fits)
      const from = Number(startIndex) - 1
      const page = all.slice(from, from + Math.min(Number(most), faults.pageSize))
      const whole = faults.withhold && from > 0 ? [] : page
      return {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: all.length,
        startIndex: from + 1,
        itemsPerPage: whole.length,
        Resources: whole,
      }
    })
    app.post(`/scim/v2/${kind}`, (request, reply) => {
      const body = request.body as Json
      if (faults.poison !== undefined && body['userName'] === faults.poison) throw new Error('a fault of this one')
      judge(kind, body)
      unique(kind, body)
      if (body['members']) membersOf(body['members'])
      const id = randomUUID()
      of(kind).set(id, { ...body, id, meta: { resourceType: kind } })
      return reply.status(201).send(of(kind).get(id))
    })
    app.get(`/scim/v2/${kind}/:id`, request => known(kind, (request.params as { id: string }).id))
    app.put(`/scim/v2/${kind}/:id`, request => {
      const { id } = request.params as { id: string }
      known(kind, id)
      const body = request.body as Json
      judge(kind, body)
      unique(kind, body, id)
      of(kind).set(id, { ...body, id, meta: { resourceType: kind } })
      return of(kind).get(id)
    })
    app.delete(`/scim/v2/${kind}/:id`, (request, reply) => {
      const { id } = request.params as { id: string }
      known(kind, id)
      of(kind).delete(id)
      if (kind === 'Users')
        for (const group of groups.values())
          group['members'] = ((group['members'] ?? []) as Json[]).filter(one => one['value'] !== id)
      return reply.status(204).send()
    })
    app.patch(`/scim/v2/${kind}/:id`, (request, reply) => {
      if (faults.noPatch) throw new Refusal(501, 'no PATCH here')
      const { id } = request.params as { id: string }
      const to = structuredClone(known(kind, id))
      const { schemas: said, Operations: operations } = request.body as { schemas?: string[]; Operations?: Json[] }
      if (!said?.includes('urn:ietf:params:scim:api:messages:2.0:PatchOp') || !operations) throw wrong('no PatchOp')
      for (const operation of operations) apply(kind, to, operation)
      judge(kind, to)
      unique(kind, to, id)
      of(kind).set(id, to)
      return reply.send(to)
    })
  }

  function apply(kind: Kind, to: Json, { op, path, value }: Json): void {
    if (op === 'replace' && path === undefined && isObject(value)) {
      for (const [name, is] of Object.entries(value)) {
        to[name] = isObject(is) && isObject(to[name]) ? { ...to[name], ...is } : is
        if (name.startsWith('urn:')) to['schemas'] = [...new Set([...(to['schemas'] as string[]), name])]
      }
    } else if (op === 'replace' && path === 'active') to['active'] = value
    else if (op === 'add' && path === 'members' && kind === 'Groups') {
      const has = (to['members'] ?? []) as Json[]
      const is = new Set(has.map(one => one['value']))
      to['members'] = [...has, ...membersOf(value).filter(one => !is.has(one.value))]
    } else if (op === 'remove' && typeof path === 'string') remove(to, path)
    else throw wrong(`${String(op)} of ${String(path)} is not understood`, 'invalidPath')
  }

  function remove(to: Json, path: string): void {
    const [, attribute = '', part = '', value = ''] = /^(\w+)\[(\w+) eq "(.*)"\]$/.exec(path) ?? []
    const list = to[attribute]
    if (attribute !== '') {
      if (!Array.isArray(list) || !list.some(one => (one as Json)[part] === value))
        throw wrong('nobody there', 'noTarget')
      const left = list.filter(one => (one as Json)[part] !== value)
      if (left.length > 0) to[attribute] = left
      else delete to[attribute]
      return
    }
    if (path.startsWith(`${enterprise}:`))
      delete (to[enterprise] as Json | undefined)?.[path.slice(enterprise.length + 1)]
    else if (path.includes('.')) delete (to[path.split('.')[0] ?? ''] as Json | undefined)?.[path.split('.')[1] ?? '']
    else delete to[path]
  }

  let connections = 0
  app.server.on('connection', () => connections++)
  app.server.listen(0, '127.0.0.1')
  await app.ready()
  if (!app.server.listening) await once(app.server, 'listening')
  return {
    address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/scim/v2`,
    bearer,
    users,
    groups,
    faults,
    seen,
    connections: () => connections,
    named: (name: string) => [...users.values()].find(one => one['userName'] === name),
    groupNamed: (name: string) => [...groups.values()].find(one => one['displayName'] === name),
    heal: () => Object.assign(faults, well()),
    async close() {
      app.server.closeAllConnections()
      await app.close()
    },
  }
}
