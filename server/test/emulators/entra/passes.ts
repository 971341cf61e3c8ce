// learn.microsoft.com/graph/api/authentication-post-temporaryaccesspassmethods, -list-temporaryaccesspassmethods and
// temporaryaccesspassauthenticationmethodconfiguration-get
import { randomBytes, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { EmulatorAnswer, type Mount } from './mounting.ts'
import { badRequest, notFound } from './refusal.ts'

const writes = ['UserAuthenticationMethod.ReadWrite.All', 'UserAuthMethod-TAP.ReadWrite.All']
const reads = [...writes, 'UserAuthenticationMethod.Read.All', 'UserAuthMethod-TAP.Read.All']
const Making = z.strictObject({
  isUsableOnce: z.optional(z.boolean()),
  lifetimeInMinutes: z.optional(z.int().check(z.gte(10), z.lte(43_200))),
  startDateTime: z.optional(z.string()),
})

export class EntraPasses {
  readonly of = new Map<
    string,
    { id: string; isUsableOnce: boolean; lifetimeInMinutes: number; startDateTime: string }
  >()
  policy = {
    id: 'TemporaryAccessPass',
    state: 'enabled',
    minimumLifetimeInMinutes: 60,
    maximumLifetimeInMinutes: 480,
    defaultLifetimeInMinutes: 60,
    defaultLength: 8,
    isUsableOnce: false,
  }

  readonly mount: Mount = (on, emulator) => {
    const userOf = (id = ''): string => {
      const found = emulator.directory.find('user', id)
      if (!found) throw notFound(id)
      return found.thing.id
    }
    const path = '/v1.0/users/:id/authentication/temporaryAccessPassMethods'
    const shown = (user: string) => {
      const one = this.of.get(user)
      const usable = { isUsable: true, methodUsabilityReason: 'EnabledByPolicy', temporaryAccessPass: null }
      return one ? [{ ...one, ...usable, createdDateTime: one.startDateTime }] : []
    }
    on('GET', path, { any: reads }, ({ params, query }) => emulator.page(path, query, shown(userOf(params['id']))))
    on('POST', path, { any: writes }, ({ params, body }) => {
      const user = userOf(params['id'])
      const said = Making.safeParse(body)
      if (!said.success) throw badRequest(said.error.message)
      const { policy } = this
      if (policy.state !== 'enabled') throw badRequest('Temporary Access Pass is disabled by policy.')
      const { isUsableOnce = policy.isUsableOnce, lifetimeInMinutes = policy.defaultLifetimeInMinutes } = said.data
      if (lifetimeInMinutes < policy.minimumLifetimeInMinutes || lifetimeInMinutes > policy.maximumLifetimeInMinutes)
        throw badRequest('lifetimeInMinutes is outside of what the policy allows.')
      if (policy.isUsableOnce && !isUsableOnce) throw badRequest('The policy allows one-time passes only.')
      const one = { id: randomUUID(), isUsableOnce, lifetimeInMinutes, startDateTime: new Date().toISOString() }
      this.of.set(user, one)
      const code = randomBytes(6).toString('base64url')
      return new EmulatorAnswer(201, {
        ...one,
        isUsable: true,
        temporaryAccessPass: code,
        createdDateTime: one.startDateTime,
      })
    })
    const configuration =
      '/v1.0/policies/authenticationMethodsPolicy/authenticationMethodConfigurations/TemporaryAccessPass'
    on('GET', configuration, { any: ['Policy.Read.All', 'Policy.Read.AuthenticationMethod'] }, () => this.policy)
  }
}
