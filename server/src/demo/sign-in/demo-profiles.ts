import type { ProfileContent } from '@claviger/contract/access/authentication-profiles'
import { StrengthContent } from '@claviger/contract/decide/strengths'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import * as z from 'zod/mini'
import { days, later } from '#platform/clock.ts'
import { newIdAt } from '#platform/ids.ts'
import { insertMany } from '../bulk.ts'
import { type DemoArea, idsByName, staffName } from '../demo-area.ts'

type Profile = Pick<ProfileContent, 'name' | 'type' | 'methods' | 'autoStart'> & { groups: readonly string[] }

const profiles: readonly Profile[] = [
  {
    name: 'Agency staff',
    type: 'external-idp',
    methods: [],
    groups: ['Contractors'],
  },
  {
    name: 'Service desk and administration',
    type: 'managed',
    methods: ['passkey', 'phone'],
    autoStart: 'passkey',
    groups: ['IT Service Desk', 'Administration'],
  },
  {
    name: 'Wards',
    type: 'managed',
    methods: ['badge', 'passkey', 'code', 'phone'],
    autoStart: 'badge',
    groups: ['Nurses', 'Physicians', 'Emergency', 'Intensive Care'],
  },
  { name: 'All other staff', type: 'managed', methods: ['passkey', 'badge', 'code'], groups: [] },
]

const strengths: readonly z.input<typeof StrengthContent>[] = [
  {
    name: 'Badge and PIN',
    description: 'For cabinets and theatres: the badge itself, with its PIN',
    level: 'multi-factor',
    methods: ['badge-pin'],
    keyKinds: [keyKinds.accessCard],
    pin: true,
  },
  {
    name: 'Passkey of the last 15 minutes',
    description: 'For payroll and personnel files',
    level: 'phishing-resistant',
    withinMinutes: 15,
  },
  {
    name: 'Hardware key',
    description: 'For administrators of clinical systems',
    level: 'hardware-bound',
    keyKinds: [keyKinds.hardware, keyKinds.smartCard],
    pin: true,
  },
]

/** Three authentication strengths; policies and applications of the hospital use them by name. */
export function insertStrengths({ ctx, workspace, owner, now }: DemoArea): Promise<void> {
  const at = later(now, -days(190))
  return insertMany(
    ctx.db,
    'authentication_strengths',
    {
      workspace_id: 'uuid',
      id: 'uuid',
      name: 'text',
      description: 'text',
      content: 'jsonb',
      created_at: 'timestamptz',
      changed_at: 'timestamptz',
      changed_by: 'text',
    },
    strengths.map(one => {
      const { name, description, ...content } = z.parse(StrengthContent, one)
      return [workspace, newIdAt(at), name, description, JSON.stringify(content), at, at, staffName(owner)]
    }),
  )
}

export async function insertProfiles({ ctx, workspace, owner, now }: DemoArea, provider: string): Promise<void> {
  const at = later(now, -days(210))
  const group = await idsByName(ctx, 'groups')
  const made = profiles.map((one, place) => ({ ...one, id: newIdAt(at), position: place + 1 }))
  await ctx.db
    .insertInto('authentication_profiles')
    .values(
      made.map(one => ({
        workspace_id: workspace,
        id: one.id,
        name: one.name,
        type: one.type,
        methods: [...one.methods],
        auto_start: one.autoStart ?? null,
        provider_id: one.type === 'external-idp' ? provider : null,
        everybody: one.groups.length === 0,
        position: one.position,
        created_at: at,
        changed_at: at,
        changed_by: staffName(owner),
      })),
    )
    .execute()
  await insertMany(
    ctx.db,
    'authentication_profile_groups',
    { workspace_id: 'uuid', profile_id: 'uuid', group_id: 'uuid' },
    made.flatMap(one => one.groups.map(name => [workspace, one.id, group(name)])),
  )
}
