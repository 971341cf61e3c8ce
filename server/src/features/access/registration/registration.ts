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
import { ownVerifier } from '#features/access/identity-checks/identity-checks.own.ts'
import {
  type RegistrationChanges,
  lockRegistration,
  type RegistrationRow,
  updateRegistration,
} from './registration.store.ts'
import { partnerOf } from './registration-partner.ts'

const ofBusiness: readonly RegistrationStep[] = ['address', 'workspace']

const stepsOfRegistration = (kind: string): readonly RegistrationStep[] =>
  kind === 'personal' ? registrationSteps.filter(step => !ofBusiness.includes(step)) : registrationSteps

export const asksIdentity = ({ config }: AppContext): boolean => config.registrationSteps.includes('confirm-identity')

/** Name of the service that verifies who registers; null if the operator has none, or doesn't ask for it. */
export const verifierOf = (world: AppContext): string | null =>
  (asksIdentity(world) ? ownVerifier(world)?.name : undefined) ?? null

/** Whether a registration stops at a step: the others have nothing to ask, but their calls work. */
function stopsAt(world: AppContext, row: RegistrationRow, step: RegistrationStep): boolean {
  const { billing, registrationSteps: asked } = world.config
  switch (step) {
    case 'verify-personal-info':
      return row.email_proven_at === null
    case 'password':
      return asked.includes('password')
    case 'personal-info':
      return row.first_name === null || asked.includes('phone')
    case 'address':
      return billing
    case 'confirm-identity':
      return asksIdentity(world)
    case 'verify':
      return asksIdentity(world) && row.passkey === null && verifierOf(world) === null
    case 'email':
    case 'security-key':
    case 'workspace':
    case 'complete':
      return true
  }
}

/** The first step from this one on at which a registration stops. */
function stopFrom(world: AppContext, row: RegistrationRow, from: RegistrationStep): RegistrationStep {
  const steps = stepsOfRegistration(row.kind)
  return steps.slice(steps.indexOf(from)).find(step => stopsAt(world, row, step)) ?? 'complete'
}

export const sessionOf = (world: AppContext, row: RegistrationRow): string =>
  world.references.sign('registration', Buffer.concat([idBytes(row.id), Buffer.from([row.generation])]), row.expires_at)

/** The calling session's registration. @throws link-spent if it ended, wrong-step for a link's session */
export async function registrationOf(ctx: TransactionContext): Promise<RegistrationRow> {
  if (ctx.actor.kind !== 'registration') throw problem('wrong-step')
  const { payload } = ctx.actor
  const row = await lockRegistration(ctx.db, idOfBytes(payload.subarray(0, 16)), ctx.clock.now())
  if (!row || row.generation !== payload[16]) throw problem('link-spent')
  // The operator may have turned off a step since the registration reached it
  return { ...row, step: stopFrom(ctx, row, row.step as RegistrationStep) }
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
  return stateOfRegistration(ctx, await advance(ctx, row, step, changes))
}

/** The email belongs to the registrant: by the code, by the link in the same email, or by the operator's word. */
export const proveEmail = (ctx: TransactionContext, row: RegistrationRow): Promise<RegistrationRow> =>
  advance(ctx, row, 'verify-personal-info', {
    code_hash: null,
    code_expires_at: null,
    email_proven_at: ctx.clock.now(),
  })

function advance(
  ctx: TransactionContext,
  row: RegistrationRow,
  step: RegistrationStep,
  changes: RegistrationChanges,
): Promise<RegistrationRow> {
  const steps = stepsOfRegistration(row.kind)
  const next = stopFrom(ctx, { ...row, ...changes } as RegistrationRow, steps[steps.indexOf(step) + 1] ?? step)
  return updateRegistration(ctx.db, row.id, { step: furthestStep(row, next), ...changes })
}

/**
 * Stores the first key. Where the identity is confirmed at the end, replacing or removing a passkey requires it again;
 * elsewhere, creating the passkey confirms it, since only the owner of the verified email gets here.
 */
export async function keptKey(
  ctx: TransactionContext,
  row: RegistrationRow,
  key: Required<Pick<RegistrationChanges, 'passkey' | 'card_sealed'>>,
): Promise<RegistrationState> {
  if (!asksIdentity(ctx))
    return answerRegistration(ctx, row, 'security-key', { ...key, identity_confirmed_at: ctx.clock.now() })
  const changed = key.passkey !== null || row.passkey !== null
  return answerRegistration(ctx, row, 'security-key', {
    ...key,
    ...(changed && mustConfirmAgain(row)),
  })
}

/** A new name; where a service verifies names, the identity must be confirmed again. */
export function nameChange(
  world: AppContext,
  row: RegistrationRow,
  { firstName, lastName }: { firstName: string; lastName: string },
): RegistrationChanges {
  const renamed = firstName !== row.first_name || lastName !== row.last_name
  return {
    ...(renamed && verifierOf(world) !== null && mustConfirmAgain(row)),
    first_name: firstName,
    last_name: lastName,
  }
}

/** The identity must be confirmed again, so a registration that was already further returns to that step. */
const mustConfirmAgain = (row: RegistrationRow): RegistrationChanges => ({
  identity_confirmed_at: null,
  identity_check: null,
  ...(furthestStep(row, 'confirm-identity') === row.step && { step: 'confirm-identity' }),
})

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
    asks: ctx.config.registrationSteps,
    verifier: verifierOf(ctx),
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
