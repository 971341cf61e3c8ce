import type { Account, FindAccount, KoaContextWithOIDC } from 'oidc-provider'
import { readOnlyContext } from '#platform/db/reading/read-as.ts'
import type { AutocommitContext } from '#platform/app-context.ts'
import { claimedPerson, groupFilterOf, mapClaims, personOf } from '#features/apps/applications/applications.claims.ts'
import type { OidcApplication } from '#features/apps/applications/applications.ts'
import { userById } from '#features/people/users/users.ts'
import { currentRequest } from '../request-facts.ts'
import { admit, isGrantAdmitted } from './admit.ts'
import { applicationOf, claimsIn } from './clients.ts'
import { noteRefusal } from './recorder.ts'

/**
 * Claims from an application's mapping. They are separate because the provider filters standard claims by
 * scope.
 */
export const ownClaims = Symbol('claims by the mapping')

/**
 * Loads the user of an issued item. Access is checked again at each issue; session validity was checked when
 * the item was found.
 */
export const findAccountOf =
  (at: AutocommitContext): FindAccount =>
  async (ctx: KoaContextWithOIDC, sub: string, given): Promise<Account | undefined> => {
    const { client, route } = ctx.oidc
    const application = client && (await applicationOf(at, client.clientId))
    const { here, ahead } = currentRequest()
    const known = (await ahead)?.person
    const read = known?.id === sub ? known : undefined
    // The browser's user was already checked with the session
    if (!read && here?.user !== sub && !(await activeUser(at, sub))) return undefined
    if (application && route === 'token') {
      const uid = given && 'sessionUid' in given ? given.sessionUid : undefined
      const entry = given?.kind === 'DeviceCode' ? 'oidc-device' : 'oidc-refresh'
      const { allowed, reason } = await admit(at, application, sub, { uid, entry, ip: ownAddress(ctx, application) })
      if (!allowed) {
        await noteRefusal(at, ctx, reason === undefined ? {} : { code: reason, user: sub })
        return undefined
      }
    }
    if (route === 'userinfo' && given && !(await isGrantAdmitted(at, given))) return undefined
    return {
      accountId: sub,
      async claims(use, _scope, asked) {
        const groups = application ? groupFilterOf(application) : []
        const person = read ? personOf(read) : await claimedPerson(readOnlyContext(at), sub, groups)
        const user = read ?? (person && (await activeUser(at, sub)))
        if (!person || !user) return { sub }
        const { known: all, own } = claimsFor(application, person, user)
        const lean = use === 'id_token' && application?.settings.leanIdToken === true && givesUserInfo(ctx)
        if (lean) return { sub, ...Object.fromEntries(Object.entries(all).filter(([name]) => name in asked)) }
        return { sub, ...all, [ownClaims]: own }
      },
    }
  }

/** A public client renews on the user's own device, so the address of the request is theirs; others renew on a server. */
const ownAddress = ({ oidc }: KoaContextWithOIDC, { settings }: OidcApplication): string | undefined =>
  oidc.params?.['grant_type'] === 'refresh_token' && settings.tokenEndpointAuthMethod === 'none'
    ? currentRequest().ip
    : undefined

async function activeUser(at: AutocommitContext, id: string) {
  const user = await userById(readOnlyContext(at), id)
  return user?.deleted_at === null && user.suspended_at === null && user.deactivated_at === null ? user : undefined
}

type Person = NonNullable<Awaited<ReturnType<typeof claimedPerson>>>
type User = Pick<NonNullable<Awaited<ReturnType<typeof userById>>>, 'language' | 'email_verified_at' | 'updated_at'>

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

/** The claims an application gets for these scopes, without how the user signed in. */
export function claimsForScopes(application: OidcApplication, scopes: readonly string[], person: Person, user: User) {
  const { known, own } = claimsFor(application, person, user)
  const open = claimsIn(scopes)
  return { sub: person.id, ...own, ...Object.fromEntries(Object.entries(known).filter(([name]) => open.has(name))) }
}

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
      // No phone number is verified by a call
      phone_number_verified: person.phone === null ? null : false,
      groups: person.groups,
    }).filter(([, value]) => value !== null),
  )

const ofAddress = 'address.'
const isOfAddress = (name: string) => name.startsWith(ofAddress)

/** Combines mapped address parts into one claim (OpenID Connect Core 1.0 §5.1.1). */
function addressIn(mapped: [name: string, value: string | string[]][]): { address?: Record<string, unknown> } {
  const parts = mapped.filter(([name]) => isOfAddress(name))
  if (parts.length === 0) return {}
  return { address: Object.fromEntries(parts.map(([name, value]) => [name.slice(ofAddress.length), value])) }
}

/** Whether the access token is valid at UserInfo, that is, has no specific audience. */
const givesUserInfo = ({ oidc }: KoaContextWithOIDC) =>
  oidc.entities.AccessToken !== undefined && oidc.entities.AccessToken.aud === undefined
