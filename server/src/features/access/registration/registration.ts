import {
  type RegistrationState,
  type RegistrationStep,
  registrationSteps,
} from '@claviger/contract/access/registration'
import { later, minutes } from '#platform/clock.ts'
import { idBytes, idOfBytes } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { dataAddressOf } from '#features/tenancy/workspaces/workspaces.image.ts'
import {
  type RegistrationChanges,
  lockRegistration,
  type RegistrationRow,
  updateRegistration,
} from './registration.store.ts'
import { partnerOf } from './registration-partner.ts'

const ofBusiness: readonly RegistrationStep[] = ['address', 'workspace']

export const stepsOfRegistration = (kind: string): readonly RegistrationStep[] =>
  kind === 'personal' ? registrationSteps.filter(step => !ofBusiness.includes(step)) : registrationSteps

export const sessionOf = (world: AppContext, row: RegistrationRow): string =>
  world.references.sign('registration', Buffer.concat([idBytes(row.id), Buffer.from([row.generation])]), row.expires_at)

/** The calling session's registration. @throws link-spent if it ended, wrong-step for a link's session */
export async function registrationOf(ctx: TransactionContext): Promise<RegistrationRow> {
  if (ctx.actor.kind !== 'registration') throw problem('wrong-step')
  const { payload } = ctx.actor
  const row = await lockRegistration(ctx.db, idOfBytes(payload.subarray(0, 16)), ctx.clock.now())
  if (!row || row.generation !== payload[16]) throw problem('link-spent')
  return row
}

/** The registration, if this step was reached; earlier steps can be answered again. @throws wrong-step */
export async function at(ctx: TransactionContext, step: RegistrationStep): Promise<RegistrationRow> {
  const row = await registrationOf(ctx)
  const steps = stepsOfRegistration(row.kind)
  if (
    row.completed_at !== null ||
    !steps.includes(step) ||
    steps.indexOf(step) > steps.indexOf(row.step as RegistrationStep)
  ) {
    throw problem('wrong-step')
  }
  return row
}

export function furthestStep(row: RegistrationRow, step: RegistrationStep): RegistrationStep {
  const steps = stepsOfRegistration(row.kind)
  const now = row.step as RegistrationStep
  return steps.indexOf(step) > steps.indexOf(now) ? step : now
}

/** Stores a step's answer and advances to the next step, unless a later one was reached before. */
export async function answerRegistration(
  ctx: TransactionContext,
  row: RegistrationRow,
  step: RegistrationStep,
  changes: RegistrationChanges,
): Promise<RegistrationState> {
  const steps = stepsOfRegistration(row.kind)
  const next = steps[steps.indexOf(step) + 1] ?? step
  return stateOfRegistration(
    ctx,
    await updateRegistration(ctx.db, row.id, { step: furthestStep(row, next), ...changes }),
  )
}

/** Stores the first key. Replacing or removing a passkey requires confirming the identity again. */
export async function keptKey(
  ctx: TransactionContext,
  row: RegistrationRow,
  key: Required<Pick<RegistrationChanges, 'passkey' | 'card_sealed'>>,
): Promise<RegistrationState> {
  const changed = key.passkey !== null || row.passkey !== null
  return answerRegistration(ctx, row, 'security-key', {
    ...key,
    ...(changed && { identity_confirmed_at: null }),
    ...(changed && furthestStep(row, 'confirm-identity') === row.step && { step: 'confirm-identity' }),
  })
}

/** Seconds until another code can be requested. */
export function resendAfter(world: AppContext, row: RegistrationRow): number {
  if (row.code_sent_at === null || row.code_for !== row.step) return 0
  const open = later(row.code_sent_at, minutes(world.config.codeMinutes))
  return Math.max(0, Math.ceil((open.getTime() - world.clock.now().getTime()) / 1000))
}

export async function stateOfRegistration(ctx: TransactionContext, row: RegistrationRow): Promise<RegistrationState> {
  const partner = row.referrer === null ? undefined : await partnerOf(ctx, row.referrer)
  return {
    kind: row.kind as RegistrationState['kind'],
    step: row.step as RegistrationStep,
    email: row.email,
    hasPassword: row.password_hash !== null,
    hasPasskey: row.passkey !== null,
    hasCard: row.card_sealed !== null,
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber:
      row.phone_number === null ? null : { countryCode: row.phone_country ?? '', mobileNumber: row.phone_number },
    address: addressOfRegistration(row),
    workspace:
      row.workspace_name === null
        ? null
        : { name: row.workspace_name, url: row.workspace_slug ?? '', icon: iconOf(row) },
    partner: partner?.name ?? null,
    resendAfter: resendAfter(ctx, row),
    billing: ctx.config.billing,
  }
}

export const addressOfRegistration = (row: RegistrationRow): RegistrationState['address'] =>
  row.country === null
    ? null
    : {
        country: row.country,
        province: row.province ?? '',
        city: row.city ?? '',
        address: row.address ?? '',
        postalCode: row.postal_code ?? '',
      }

/** The icon stored until its workspace exists. */
export const pictureIn = (row: RegistrationRow) =>
  row.icon === null ? undefined : { mediaType: row.icon_media_type as 'image/png' | 'image/jpeg', bytes: row.icon }

function iconOf(row: RegistrationRow): string | null {
  const picture = pictureIn(row)
  return picture ? dataAddressOf(picture) : null
}
