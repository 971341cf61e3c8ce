import { messages } from '@claviger/contract/platform/messages'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { WorkspaceDetails, workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import countries from 'i18n-iso-countries/index.js'
import { problem } from '#platform/problem.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { pictureOf } from '../workspaces/workspaces.image.ts'
import { changeWorkspace, type WorkspaceChange } from '../workspaces/workspaces.change.ts'
import { ownWorkspaceRow } from '../workspaces/workspaces.ts'
import { details } from './details.ts'
import { saveSettings } from './workspace-settings.ts'
import { knowsTimeZone } from './workspace-settings.store.ts'

type InputFor<Call extends keyof typeof workspaceSettings.calls> = OutputOf<
  (typeof workspaceSettings.calls)[Call]['input']
>

export async function updateWorkspace(
  ctx: TransactionContext,
  input: InputFor<'updateWorkspace'>,
): Promise<WorkspaceDetails> {
  await change(ctx, input)
  return details(ctx)
}

export async function updateExtras(
  ctx: TransactionContext,
  input: InputFor<'updateExtras'>,
): Promise<WorkspaceDetails> {
  await saveSettings(ctx, {
    attribute_names: fivePlaces(input.attributeNames),
    activity_days: input.activityDays,
    ...(input.sessionHours !== undefined && { session_hours: input.sessionHours }),
    ...(input.reauthenticationMinutes !== undefined && { reauthentication_minutes: input.reauthenticationMinutes }),
  })
  return details(ctx)
}

export async function update(ctx: TransactionContext, input: InputFor<'update'>): Promise<WorkspaceDetails> {
  await change(ctx, input)
  await saveSettings(ctx, {
    ...(input.attributeNames && { attribute_names: fivePlaces(input.attributeNames) }),
    ...(input.activityDays !== undefined && { activity_days: input.activityDays }),
    ...(input.sessionHours !== undefined && { session_hours: input.sessionHours }),
    ...(input.reauthenticationMinutes !== undefined && { reauthentication_minutes: input.reauthenticationMinutes }),
  })
  return details(ctx)
}

// Trailing empty names are dropped; inner ones keep the others' positions
function fivePlaces(names: readonly string[]): string[] {
  const last = names.findLastIndex(name => name !== '')
  return names.slice(0, last + 1)
}

async function change(ctx: TransactionContext, input: InputFor<'update'>): Promise<void> {
  if (input.country && !countries.isValid(input.country)) {
    throw problem('invalid-input', undefined, [{ field: 'country', message: messages['required.countries'] }])
  }
  // PostgreSQL reads its time zones from files, so only a new one is checked
  const zone = input.timeZone === (await ownWorkspaceRow(ctx)).time_zone ? undefined : input.timeZone
  if (zone !== undefined && !(await knowsTimeZone(ctx.db, zone))) {
    const message = 'This time zone is unknown'
    throw problem('invalid-input', message, [{ field: 'timeZone', message }])
  }
  // The picture's current URL means no change
  const icon = input.icon?.startsWith('/') ? undefined : input.icon
  const to: WorkspaceChange = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.url !== undefined && { slug: input.url }),
    ...(icon !== undefined && { icon: icon === null ? null : pictureOf(icon) }),
    ...(input.timeZone !== undefined && { time_zone: input.timeZone }),
    ...(input.language !== undefined && { language: input.language }),
    ...(input.country !== undefined && { country: input.country }),
    ...(input.province !== undefined && { province: input.province || null }),
    ...(input.city !== undefined && { city: input.city || null }),
    ...(input.address !== undefined && { address: input.address || null }),
    ...(input.postalCode !== undefined && { postal_code: input.postalCode || null }),
  }
  await changeWorkspace(ctx, workspaceOf(ctx), to)
}
