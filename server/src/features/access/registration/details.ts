import type { registration, RegistrationState } from '@claviger/contract/access/registration'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { messages } from '@claviger/contract/platform/messages'
import countries from 'i18n-iso-countries/index.js'
import { withoutTransaction } from '#http/bind.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { phoneOf } from '#features/people/users/users.ts'
import { pictureOf } from '#features/tenancy/workspaces/workspaces.image.ts'
import { knowsTimeZone } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { mustBeAvailable } from '#features/tenancy/workspaces/workspaces.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { answerRegistration, at, nameChange, stateOfRegistration } from './registration.ts'

type Calls = typeof registration

export const password = withoutTransaction(
  async (ctx: RequestContext, input: OutputOf<Calls['password']['input']>): Promise<RegistrationState> => {
    await ctx.transact(inside => at(inside, 'password'))
    const password_hash = input.password === undefined ? null : await hashPassword(input.password)
    return ctx.transact(async inside =>
      answerRegistration(inside, await at(inside, 'password'), 'password', { password_hash }),
    )
  },
)

/** Stores name and phone. @throws invalid-phone */
export async function completePersonalInfo(
  ctx: TransactionContext,
  input: OutputOf<Calls['completePersonalInfo']['input']>,
) {
  const row = await at(ctx, 'personal-info')
  const phone = input.phoneNumber ? phoneOf(input.phoneNumber) : undefined
  return answerRegistration(ctx, row, 'personal-info', {
    ...nameChange(ctx, row, input),
    phone_country: phone?.country ?? null,
    phone_number: phone?.number ?? null,
  })
}

function mustBeCountry(country: string): void {
  if (countries.isValid(country)) return
  throw problem('invalid-input', undefined, [{ field: 'country', message: messages['required.countries'] }])
}

export async function addressField(ctx: TransactionContext, input: OutputOf<Calls['address']['input']>) {
  const { country, province, city, address: street, postalCode } = input
  mustBeCountry(country)
  return answerRegistration(ctx, await at(ctx, 'address'), 'address', {
    country,
    province: province ?? null,
    city,
    address: street,
    postal_code: postalCode,
  })
}

/**
 * Stores name, address, country, and icon of the workspace; the icon and the country are unchanged if omitted, and the
 * icon is removed if null.
 */
export async function workspace(ctx: TransactionContext, input: OutputOf<Calls['workspace']['input']>) {
  const row = await at(ctx, 'workspace')
  await mustBeAvailable(ctx, input.url)
  if (input.country !== undefined) mustBeCountry(input.country)
  const icon = input.icon && pictureOf(input.icon)
  return answerRegistration(ctx, row, 'workspace', {
    workspace_name: input.name,
    workspace_slug: input.url,
    ...(input.country !== undefined && { country: input.country }),
    ...(input.timeZone !== undefined && {
      time_zone: (await knowsTimeZone(ctx.db, input.timeZone)) ? input.timeZone : null,
    }),
    ...(icon && { icon: icon.bytes, icon_media_type: icon.mediaType }),
    ...(icon === null && { icon: null, icon_media_type: null }),
  })
}

/** Stores nothing, because billing is not configured. @throws wrong-step before the workspace has a name */
export const paymentInfo = async (ctx: TransactionContext) =>
  stateOfRegistration(ctx, await at(ctx, 'confirm-identity'))
