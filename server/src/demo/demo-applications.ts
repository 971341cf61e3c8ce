import { protocols } from '@claviger/contract/apps/applications/application-settings'
import { OidcSettings, SamlSettings } from '@claviger/contract/apps/applications'
import { filledIn, presets } from '@claviger/contract/apps/catalogue/presets'
import * as z from 'zod/mini'
import { newSecretText, sealSecret } from '../features/apps/applications/applications.save.ts'
import { sendTogether } from '../platform/db/pipeline.ts'
import { days, later } from '../platform/clock.ts'
import { newId, newIdAt } from '../platform/ids.ts'
import type { TransactionContext } from '../platform/app-context.ts'
import { insertMany } from './bulk.ts'
import type { Random } from './random.ts'
import type { StaffMember } from './staff.ts'

interface Served {
  preset: string
  name: string
  description: string
  values: Record<string, string>
  groups: readonly string[]
  /** Uses on a weekday of today. */
  daily: number
  strength?: string
}

const served: readonly Served[] = [
  {
    preset: 'nextcloud',
    name: 'Nextcloud',
    description: 'Files and calendars',
    values: { address: 'https://cloud.northgate.example' },
    groups: [],
    daily: 610,
  },
  {
    preset: 'citrix',
    name: 'Citrix workspace',
    description: 'Ward desktops',
    values: {},
    groups: [],
    daily: 940,
  },
  {
    preset: 'bookstack',
    name: 'Ward handbook',
    description: 'Procedures and guidelines',
    values: { address: 'https://handbook.northgate.example' },
    groups: [],
    daily: 180,
  },
  {
    preset: 'grafana',
    name: 'Grafana',
    description: 'System dashboards',
    values: { address: 'https://grafana.northgate.example' },
    groups: ['IT Service Desk'],
    daily: 24,
  },
  {
    preset: 'gitlab',
    name: 'GitLab',
    description: '',
    values: { address: 'https://git.northgate.example' },
    groups: ['IT Service Desk'],
    daily: 11,
  },
  {
    preset: 'zabbix',
    name: 'Zabbix',
    description: 'Moves to HTTPS in December',
    values: { address: 'http://localhost:8081' },
    groups: ['IT Service Desk'],
    daily: 3,
  },
  {
    preset: 'salesforce',
    name: 'Salesforce',
    description: 'Referrals from practices',
    values: { name: 'northgate' },
    groups: ['Outpatient Clinic', 'Administration'],
    daily: 64,
  },
  {
    preset: 'zoom',
    name: 'Zoom',
    description: 'Tumor boards and consultations',
    values: { name: 'northgate' },
    groups: [],
    daily: 210,
  },
  {
    preset: 'mattermost',
    name: 'Mattermost',
    description: 'Messages of the wards',
    values: { address: 'https://chat.northgate.example' },
    groups: [],
    daily: 480,
  },
  {
    preset: 'paperless',
    name: 'Scanned records',
    description: '',
    values: { address: 'https://scans.northgate.example' },
    groups: ['Medical Records'],
    daily: 38,
    strength: 'Badge and PIN',
  },
  {
    preset: 'jira',
    name: 'Jira',
    description: 'Requests to the service desk',
    values: { address: 'https://desk.northgate.example' },
    groups: ['IT Service Desk'],
    daily: 29,
    strength: 'Hardware key',
  },
  {
    preset: 'netbox',
    name: 'NetBox',
    description: 'Networks of all campuses',
    values: { address: 'https://netbox.northgate.example' },
    groups: ['IT Service Desk'],
    daily: 7,
    strength: 'Hardware key',
  },
]
const usedDays = 330

export async function insertApplications(
  ctx: TransactionContext,
  workspace: string,
  staff: readonly StaffMember[],
  by: string,
  now: Date,
  chance: Random,
): Promise<void> {
  const groups = new Map(
    (await ctx.db.selectFrom('groups').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]),
  )
  const strengths = new Map(
    (await ctx.db.selectFrom('authentication_strengths').select(['id', 'name']).execute()).map(one => [
      one.name,
      one.id,
    ]),
  )
  const at = later(now, -days(usedDays))
  const made = await sendTogether(
    ...served.map(async one => {
      const preset = presets.find(({ key }) => key === one.preset)
      if (preset?.protocol !== protocols.oidc && preset?.protocol !== protocols.saml)
        throw new Error(`there is no preset ${one.preset}`)
      const id = newIdAt(at)
      const isOidc = preset.protocol === protocols.oidc
      const demand = one.strength && { demand: strengths.get(one.strength) }
      const settings = isOidc
        ? z.parse(OidcSettings, { ...filledIn(preset.oidc, one.values), ...demand })
        : z.parse(SamlSettings, { ...filledIn(preset.saml, one.values), ...demand })
      const secret = isOidc ? await sealSecret(ctx, id, newSecretText()) : null
      const entityId = 'entityId' in settings ? settings.entityId : null
      return { ...one, id, protocol: preset.protocol, settings, mapping: preset.mapping ?? [], secret, entityId }
    }),
  )
  await insertMany(
    ctx.db,
    'applications',
    {
      workspace_id: 'uuid',
      id: 'uuid',
      protocol: 'smallint',
      name: 'text',
      description: 'text',
      preset: 'text',
      preset_values: 'jsonb',
      client_id: 'text',
      entity_id: 'text',
      everyone: 'boolean',
      settings: 'jsonb',
      mapping: 'jsonb',
      secret_sealed: 'bytea',
      created_at: 'timestamptz',
      changed_at: 'timestamptz',
      changed_by: 'text',
    },
    made.map(one => [
      workspace,
      one.id,
      one.protocol,
      one.name,
      one.description,
      one.preset,
      JSON.stringify(one.values),
      one.protocol === protocols.oidc ? newId() : null,
      one.entityId,
      one.groups.length === 0,
      JSON.stringify(one.settings),
      JSON.stringify(one.mapping),
      one.secret,
      at,
      at,
      by,
    ]),
  )
  await insertMany(
    ctx.db,
    'application_assignments',
    { workspace_id: 'uuid', application_id: 'uuid', group_id: 'uuid' },
    made.flatMap(one => one.groups.map(name => [workspace, one.id, groups.get(name)])),
  )
  // Use grew with the rollout
  const joined = Array.from({ length: usedDays }, (_one, back) => {
    const day = later(now, -days(back))
    return staff.filter(each => each.createdAt < day).length / staff.length
  })
  await insertMany(
    ctx.db,
    'application_days',
    {
      workspace_id: 'uuid',
      application_id: 'uuid',
      day: 'date',
      part: 'smallint',
      uses: 'integer',
      last_at: 'timestamptz',
    },
    made.flatMap(one =>
      Array.from({ length: usedDays }, (_one, back) => {
        const day = later(now, -days(back))
        const share = (joined[back] ?? 1) * ([0, 6].includes(day.getUTCDay()) ? 0.4 : 1)
        const uses = Math.max(1, Math.round(one.daily * share * (0.8 + chance.below(40) / 100)))
        return [workspace, one.id, day.toISOString().slice(0, 10), 0, uses, later(day, -chance.below(3_600_000))]
      }),
    ),
  )
}
