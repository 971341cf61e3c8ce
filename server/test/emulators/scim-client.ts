import { connections } from '@claviger/contract/directories/connections'
import { scim } from '@claviger/contract/directories/scim'
import type { FastifyInstance } from 'fastify'
import type { TestApp } from '../app/test-app.ts'

export interface ScimReply {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever JSON came, as a foreign client sees it
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimReply>

export const scimClient =
  (app: FastifyInstance, token: string, type = 'application/scim+json'): Send =>
  async (method, path, body, headers = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: `/api/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return {
      status: answer.statusCode,
      body: answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown),
      headers: answer.headers,
    }
  }

export async function scimConnection(
  { app, as, given }: Pick<TestApp, 'app' | 'as' | 'given'>,
  name: string,
  reach: { roles?: number[]; touchesRank?: boolean } | null = {},
): Promise<{ id: string; token: string; send: Send }> {
  const owner = async () => as((await given.session(given.owner)).accessToken)
  const { id } = await (await owner()).tell(scim.create, { name, preset: 'entra' })
  if (reach)
    await (await owner()).tell(connections.approve, { id, roles: [], touchesRank: false, privateHosts: [], ...reach })
  const { token } = await (await owner()).tell(scim.token, { uid: id })
  return { id, token, send: scimClient(app, token) }
}

export async function addPerson(send: Send, userName: string, more: object = {}): Promise<string> {
  const made = await send('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    name: { familyName: userName },
    ...more,
  })
  if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`)
  return made.body.id as string
}

export const setActive = (send: Send, id: string, value: boolean): Promise<ScimReply> =>
  send('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', path: 'active', value }] })
