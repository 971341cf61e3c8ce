import { isLanguage } from '@claviger/contract/platform/languages'
import { pinConfigOf } from '@claviger/contract/platform/pin'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { cardSignIns, WorkspaceDetails, workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { listTrustDomains } from '../trust-domains/trust-domains.ts'
import { iconAddress, ownWorkspaceRow } from '../workspaces/workspaces.ts'
import { contactOf, findSettings, type SettingsRow } from './workspace-settings.store.ts'

export async function details(ctx: TransactionContext): Promise<WorkspaceDetails> {
  const workspace = await workspacePart(ctx)
  const administrator = await administratorPart(ctx)
  const settings = settingsParts(await findSettings(ctx.db))
  const { items } = await listTrustDomains(ctx)
  return { workspace, administrator, ...settings, trustDomains: items }
}

export async function settingsPart(
  ctx: TransactionContext,
  { sub }: OutputOf<typeof workspaceSettings.part.input>,
): Promise<Record<string, unknown>> {
  if (sub === 'workspace') return workspacePart(ctx)
  if (sub === 'administrator') return administratorPart(ctx)
  if (sub === 'trustDomains') return listTrustDomains(ctx)
  return settingsParts(await findSettings(ctx.db))[sub]
}

async function workspacePart(ctx: TransactionContext): Promise<WorkspaceDetails['workspace']> {
  const row = await ownWorkspaceRow(ctx)
  return {
    id: row.id,
    name: row.name,
    url: row.slug,
    icon: iconAddress(row.id, row.digest),
    type: row.type,
    status: row.status,
    country: row.country,
    province: row.province,
    city: row.city,
    address: row.address,
    postalCode: row.postal_code,
    timeZone: row.time_zone,
    language: isLanguage(row.language) ? row.language : 'en',
    createdAt: row.created_at.toISOString(),
  }
}

/** The caller; an API key has no name and address, so the workspace's are shown. */
async function administratorPart(ctx: TransactionContext): Promise<WorkspaceDetails['administrator']> {
  const row = ctx.actor.kind === 'user' ? await contactOf(ctx.db, ctx.actor.id) : undefined
  const phone =
    row !== undefined && row.phone_country !== null && row.phone_number !== null
      ? { countryCode: row.phone_country, mobileNumber: row.phone_number }
      : null
  return {
    id: row?.id ?? workspaceOf(ctx),
    firstName: row?.first_name ?? '',
    lastName: row?.last_name ?? '',
    email: row?.email ?? null,
    phoneNumber: phone,
  }
}

type Storage = WorkspaceDetails['securitykeySetting']['credentialStorage']
type Permission = WorkspaceDetails['userPermission']['permissions'][number]

export const settingsParts = (row: SettingsRow) => ({
  extras: {
    attributeNames: row.attribute_names,
    activityDays: row.activity_days,
    sessionHours: row.session_hours,
    reauthenticationMinutes: row.reauthentication_minutes,
  },
  pinPolicy: { rules: row.pin_rules, rememberedPinHours: row.remembered_pin_hours, config: pinConfigOf(row.pin_rules) },
  userPermission: { panel: row.user_panel, permissions: row.user_permissions as Permission[] },
  securitykeySetting: {
    cardVerification: row.card_verification as 'pinless' | 'pin',
    phoneVerification: row.phone_verification as 'always' | 'when-locked' | 'client-pin',
    credentialStorage: row.credential_storage as Storage,
    offline: row.offline,
    audit: row.audit,
    keysPerUser: row.keys_per_user,
  },
  cardSignIn: { cardSignIn: row.card_sign_in as (typeof cardSignIns)[number], networks: row.card_networks },
  phoneCodes: { countries: row.phone_countries },
  proximity: { proximity: row.proximity },
  identityVerificationProvider: { provider: row.identity_provider as 'none' | 'manager' | 'document' },
})
