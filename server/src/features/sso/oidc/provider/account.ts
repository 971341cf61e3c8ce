import type { Account, FindAccount, KoaContextWithOIDC } from 'oidc-provider'
import { readingApart } from '../../../../ground/db/transaction.ts'
import type { Apart } from '../../../../ground/world.ts'
import { claimedPerson, groupsToldTo, mapClaims, personOf } from '../../../apps/applications/applications.claims.ts'
import type { OidcApplication } from '../../../apps/applications/applications.ts'
import { userById } from '../../../people/users/users.ts'
import { currentRequest } from '../asked.ts'
import { admit, stillAdmits } from './admit.ts'
import { applicationOf, claimsIn } from './clients.ts'
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
    const { here, ahead } = currentRequest()
    const known = (await ahead)?.person
    const read = known?.id === sub ? known : undefined
    // Whoever sits before the browser has been judged with the session
    if (!read && here?.user !== sub && !(await activeUser(at, sub))) return undefined
    if (application && route === 'token') {
      const uid = given && 'sessionUid' in given ? given.sessionUid : undefined
      const { allowed, reason } = await admit(at, application, sub, uid)
      if (!allowed) {
        await noteRefusal(at, ctx, reason === undefined ? {} : { code: reason, user: sub })
        return undefined
      }
    }
    if (route === 'userinfo' && given && !(await stillAdmits(at, given))) return undefined
    return {
      accountId: sub,
      async claims(use, _scope, asked) {
        const groups = application ? groupsToldTo(application) : []
        const person = read ? personOf(read) : await claimedPerson(readingApart(at), sub, groups)
        const user = read ?? (person && (await activeUser(at, sub)))
        if (!person || !user) return { sub }
        const { known: all, own } = claimsFor(application, person, user)
        // Where UserInfo can be asked an ID token may do without
        const lean = use === 'id_token' && application?.settings.leanIdToken === true && givesUserInfo(ctx)
        if (lean) return { sub, ...Object.fromEntries(Object.entries(all).filter(([name]) => name in asked)) }
        return { sub, ...all, [ownClaims]: own }
      },
    }
  }

/** A user who is neither suspended nor gone. */
async function activeUser(at: Apart, id: string) {
  const user = await userById(readingApart(at), id)
  return user?.deleted_at === null && user.suspended_at === null && user.deactivated_at === null ? user : undefined
}

type Person = NonNullable<Awaited<ReturnType<typeof claimedPerson>>>
type User = Pick<NonNullable<Awaited<ReturnType<typeof userById>>>, 'language' | 'email_verified_at' | 'updated_at'>

/** All that is known of a person: what its scopes open to the application by now, and what its own mapping tells whole. */
function claimsFor(application: OidcApplication | undefined, person: Person, user: User) {
  const mapped = Object.entries(application ? mapClaims(application.mapping, person) : {})
  const open = claimsIn(application?.settings.scopes ?? [])
  const all = {
    ...standard(person, user),
    ...addressIn(mapped),
    email_verified: user.email_verified_at !== null,
    updated_at: Math.floor(user.updated_at.getTime() / 1000),
  }
  const known = Object.fromEntries(Object.entries(all).filter(([name]) => open.has(name)))
  return { known, own: Object.fromEntries(mapped.filter(([name]) => !isOfAddress(name))) }
}

/** What an application that asks for these scopes is told of a person; how they signed in is not among it. */
export function claimsTold(application: OidcApplication, scopes: readonly string[], person: Person, user: User) {
  const { known, own } = claimsFor(application, person, user)
  const open = claimsIn(scopes)
  return { sub: person.id, ...own, ...Object.fromEntries(Object.entries(known).filter(([name]) => open.has(name))) }
}

/** What stands in no field of a person is left out. */
const standard = (person: Person, { language }: User): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({
      name: person.fullName,
      given_name: person.firstName,
      family_name: person.lastName,
      preferred_username: person.userName,
      locale: language,
      email: person.email,
      phone_number: person.phone,
      // Nobody has called there to hear who answers
      phone_number_verified: person.phone === null ? null : false,
      groups: person.groups,
    }).filter(([, value]) => value !== null),
  )

const ofAddress = 'address.'
const isOfAddress = (name: string) => name.startsWith(ofAddress)

/** The parts of a postal address, which a mapping gives one by one, are told as one claim (OpenID Connect Core 1.0 §5.1.1). */
function addressIn(mapped: [name: string, value: string | string[]][]): { address?: Record<string, unknown> } {
  const parts = mapped.filter(([name]) => isOfAddress(name))
  if (parts.length === 0) return {}
  return { address: Object.fromEntries(parts.map(([name, value]) => [name.slice(ofAddress.length), value])) }
}

/** An access token goes along that opens UserInfo: one that has no audience of its own. */
const givesUserInfo = ({ oidc }: KoaContextWithOIDC) =>
  oidc.entities.AccessToken !== undefined && oidc.entities.AccessToken.aud === undefined
