import { policySignInMethods } from '@claviger/contract/decide/policy-content'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type { visibilityReasons, myApps, Tile } from '@claviger/contract/sso/my-apps'
import { administratorOf, userOf } from '#platform/db/transaction.ts'
import { msg, sayTo, type deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { pictureAddress } from '#features/apps/applications/applications.pictures.ts'
import { applicationsOf, markFavourite, openedThrough } from '#features/apps/applications/applications.people.ts'
import { type Application, applicationById, mayOpen } from '#features/apps/applications/applications.ts'
import { allowsByAny } from '#features/decide/decisions/decisions.ts'
import { userById } from '#features/people/users/users.ts'
import { launchOf } from './launch.ts'

type InputFor<Call extends keyof typeof myApps.calls> = OutputOf<(typeof myApps.calls)[Call]['input']>

/** The user's application tiles by name, without those that must be opened directly. */
export async function listTiles(ctx: TransactionContext): Promise<{ items: Tile[] }> {
  const rows = await applicationsOf(ctx, userOf(ctx).id)
  return {
    items: rows.flatMap((row): Tile[] => {
      const launch = launchOf(ctx, row)
      if (launch === undefined) return []
      const { id, name, description, preset, favourite } = row
      const picture = pictureAddress(ctx, row.picture)
      const lastOpenedAt = row.last_used_at?.toISOString() ?? null
      return [{ id, name, description, preset, picture, favourite, lastOpenedAt, launch }]
    }),
  }
}

export async function markAsFavorite(ctx: TransactionContext, { id, favourite }: InputFor<'star'>) {
  const user = userOf(ctx).id
  if (!(await mayOpen(ctx, { id }, user))) throw problem('not-found')
  await markFavourite(ctx, { id }, user, favourite)
  return doneReply
}

type Hindrance = (typeof visibilityReasons)[number]
interface Told {
  because: Hindrance
  says: string
  values?: Parameters<typeof deferText>[1]
}

export async function explainVisibility(ctx: TransactionContext, { id, user }: InputFor<'why'>) {
  if (!administratorOf(ctx).permissions.has('users.read')) throw problem('not-permitted')
  const [application, person] = [await applicationById(ctx, id), await userById(ctx, user)]
  if (!application || !person) throw problem('not-found')
  const who = `${person.first_name} ${person.last_name}`.trim()
  const { because, says, values } = await hindranceOf(ctx, application, person)
  const sees = because === 'none' || because === 'policy'
  return {
    sees,
    opens: because === 'none' || because === 'hidden' || because === 'no-launch',
    because,
    says: sayTo(ctx)(says, { who, application: application.name, ...values }),
  }
}

async function hindranceOf(
  ctx: TransactionContext,
  application: Application,
  person: { id: string; suspended_at: Date | null; deactivated_at: Date | null },
): Promise<Told> {
  if (person.suspended_at !== null || person.deactivated_at !== null)
    return { because: 'user', says: msg('{who} is suspended or deactivated') }
  if (!application.active) return { because: 'off', says: msg('{application} is turned off') }
  if (!(await mayOpen(ctx, application, person.id)))
    return {
      because: 'not-assigned',
      says: msg('{application} is not assigned to {who} or their groups and units'),
    }
  if (application.hidden)
    return { because: 'hidden', says: msg('{who} can open {application}, but it is hidden from My Apps') }
  if (launchOf(ctx, application) === undefined)
    return {
      because: 'no-launch',
      says: msg('{who} can open {application}, but My Apps has no URL to open it'),
    }
  // Assumes that all requirements are met by any sign-in method; the network is unknown
  const use = { entry: 'oidc-authorize', user: person.id, app: application.id, ip: null, verified: true } as const
  if (!(await allowsByAny(ctx, use, policySignInMethods)))
    return {
      because: 'policy',
      says: msg('{who} sees {application}, but an access policy would probably refuse opening it'),
    }
  if (application.everyone)
    return { because: 'none', says: msg('{who} sees {application} because it is available to all users') }
  const by = (await openedThrough(ctx, application, person.id)).join(', ')
  return { because: 'none', says: msg('{who} sees {application} because it is assigned to {by}'), values: { by } }
}
