import type { Account, FindAccount, KoaContextWithOIDC } from 'oidc-provider'
import { readingApart } from '../../../../ground/db/transaction.ts'
import type { Apart } from '../../../../ground/world.ts'
import { claimedPerson, groupsToldTo, mapClaims } from '../../../apps/applications/applications.claims.ts'
import { userById } from '../../../people/users/users.ts'
import { admit } from './admit.ts'
import { applicationOf } from './clients.ts'
import { noteRefusal } from './recorder.ts'

/** Claims by the mapping of an application, beside the standard ones, which are filtered by scope. */
export const ownClaims = Symbol('claims by the mapping')

/**
 * The person that something was given for. Whether they may still be known at an application is asked anew whenever it is
 * given more; whether their session stands was asked when that something was found.
 */
export const findAccountOf =
  (at: Apart): FindAccount =>
  async (ctx: KoaContextWithOIDC, sub: string, given): Promise<Account | undefined> => {
    const { client, route } = ctx.oidc
    const application = client && (await applicationOf(at, client.clientId))
    const reading = readingApart(at)
    const user = await userById(reading, sub)
    if (!user || user.deleted_at !== null || user.suspended_at !== null || user.deactivated_at !== null)
      return undefined
    if (application && route === 'token') {
      const uid = given && 'sessionUid' in given ? given.sessionUid : undefined
      const { allowed, reason } = await admit(at, application, sub, uid)
      if (!allowed) {
        await noteRefusal(at, ctx, reason === undefined ? {} : { code: reason, user: sub })
        return undefined
      }
    }
    return {
      accountId: sub,
      async claims() {
        const groups = application ? groupsToldTo(application) : []
        const person = await claimedPerson(readingApart(at), sub, groups)
        return {
          sub,
          ...(person && {
            ...standard(person),
            email_verified: user.email_verified_at !== null,
            [ownClaims]: application ? mapClaims(application.mapping, person) : {},
          }),
        }
      },
    }
  }

type Person = NonNullable<Awaited<ReturnType<typeof claimedPerson>>>

/** What stands in no field of a person is left out. */
const standard = (person: Person): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({
      name: person.fullName,
      given_name: person.firstName,
      family_name: person.lastName,
      preferred_username: person.userName,
      email: person.email,
      phone_number: person.phone,
      groups: person.groups,
    }).filter(([, value]) => value !== null),
  )

/** Which claims each scope opens (OpenID Connect Core 1.0 §5.4). */
export const claimsOfScopes = {
  // How and when somebody signed in is always told
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username'],
  email: ['email', 'email_verified'],
  phone: ['phone_number'],
  groups: ['groups'],
  iss: null,
  sid: null,
}
