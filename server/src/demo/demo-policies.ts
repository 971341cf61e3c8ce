import { type ListEntry, listTypes, type ListType, PolicyContent } from '@claviger/contract/decide/policy-content'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import * as z from 'zod/mini'
import { days, later } from '../platform/clock.ts'
import { newIdAt } from '../platform/ids.ts'
import type { TransactionContext } from '../platform/app-context.ts'
import { insertMany } from './bulk.ts'

const entries = (...all: [value: string, label: string][]): ListEntry[] =>
  all.map(([value, label]) => ({ value, label }))

type Ids = ReadonlyMap<string, string>
const idIn = (ids: Ids, name: string): string => {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the hospital has no ${name}`)
  return id
}

const listsWith = (
  devices: Ids,
): readonly { name: string; description: string; type: ListType; list: ListEntry[] }[] => [
  {
    name: 'Hospital networks',
    description: 'Wards and offices of all sites',
    type: listTypes.ip,
    list: entries(['10.20.0.0/16', 'Wards'], ['10.21.0.0/16', 'Offices'], ['2001:db8:20::/48', 'Both over IPv6']),
  },
  {
    name: 'Clinical computers',
    description: 'Where patients are treated',
    type: listTypes.device,
    list: ['Emergency', 'Intensive care', 'Operating theatres'].map(name => ({
      value: `group:${idIn(devices, name)}`,
      label: name,
    })),
  },
  {
    name: 'Narcotics cabinets',
    description: 'Every opening is reported to the pharmacy',
    type: listTypes.rp,
    list: entries(['cabinets.northgate.example', 'Wards'], ['vault.northgate.example', 'Pharmacy']),
  },
  {
    name: 'Payroll and personnel',
    description: '',
    type: listTypes.rp,
    list: entries(['payroll.example', 'Payroll'], ['people.northgate.example', 'Personnel files']),
  },
  {
    name: 'Travel warnings',
    description: 'From the security officer, reviewed each quarter',
    type: listTypes.location,
    list: entries(['KP', ''], ['SY', ''], ['AF', '']),
  },
  {
    name: 'Nights',
    description: 'As in the collective agreement',
    type: listTypes.time,
    list: entries(['1-7 20:00-06:00', 'Night shift']),
  },
]

interface Names {
  groups: Ids
  strengths: Ids
  devices: Ids
  lists: Ids
}

const policiesWith = ({ groups, strengths, devices, lists }: Names): z.input<typeof PolicyContent>[] => {
  const group = (name: string) => [idIn(groups, name)]
  const named = (name: string) => ({ lists: [idIn(lists, name)] })
  const zone = 'Europe/London'
  const [block, allow, off, reportOnly] = [0, 1, 0, 1] as const
  return [
    {
      name: 'Contractors in office hours',
      description: 'On site only',
      priority: 10,
      action: allow,
      zone,
      groups: group('Contractors'),
      ipRestriction: named('Hospital networks'),
      timeLimits: { spans: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' }] },
    },
    {
      name: 'Contractors otherwise',
      description: 'Monitored for a month before it is turned on',
      priority: 20,
      action: block,
      state: reportOnly,
      groups: group('Contractors'),
    },
    {
      name: 'Narcotics cabinets: pharmacy',
      description: 'With the PIN, at pharmacy computers',
      priority: 30,
      action: allow,
      groups: group('Pharmacy'),
      rpRestriction: named('Narcotics cabinets'),
      devices: { groups: [idIn(devices, 'Pharmacy')] },
      demands: { pin: true },
    },
    {
      name: 'Narcotics cabinets: anaesthesia at night',
      priority: 40,
      action: allow,
      zone,
      groups: group('Anaesthesia'),
      rpRestriction: named('Narcotics cabinets'),
      timeLimits: named('Nights'),
      demands: { pin: true },
    },
    {
      name: 'Narcotics cabinets: no other users',
      priority: 50,
      action: block,
      rpRestriction: named('Narcotics cabinets'),
    },
    {
      name: 'Payroll with a recent sign-in',
      priority: 60,
      action: allow,
      groups: group('Administration'),
      rpRestriction: named('Payroll and personnel'),
      demands: { strength: idIn(strengths, 'Passkey of the last 15 minutes') },
    },
    {
      name: 'Payroll: no other users',
      priority: 70,
      action: block,
      rpRestriction: named('Payroll and personnel'),
    },
    {
      name: 'Night shift at night',
      priority: 80,
      action: allow,
      zone,
      groups: group('Night shift'),
      timeLimits: named('Nights'),
    },
    {
      name: 'Night shift during the day',
      description: 'The ward announces who covers for whom',
      priority: 90,
      action: block,
      state: reportOnly,
      groups: group('Night shift'),
      rpRestriction: { values: ['records.northgate.example'] },
    },
    {
      name: 'No images on phones',
      priority: 100,
      action: block,
      state: reportOnly,
      securityKeyDeviceType: [keyKinds.smartphone],
      rpRestriction: { values: ['pacs.northgate.example'] },
    },
    {
      name: 'Phones in countries with travel warnings',
      priority: 110,
      action: block,
      securityKeyDeviceType: [keyKinds.smartphone],
      locationRestriction: { ...named('Travel warnings'), unknown: false },
    },
    {
      name: 'Students in August',
      description: 'Turned on each summer',
      priority: 120,
      action: block,
      state: off,
      groups: group('Outpatient Clinic'),
      devices: named('Clinical computers'),
    },
  ]
}

export async function insertDemoPolicies(
  ctx: TransactionContext,
  workspace: string,
  by: string,
  now: Date,
): Promise<void> {
  const idsOf = async (table: 'groups' | 'device_groups' | 'authentication_strengths') =>
    new Map((await ctx.db.selectFrom(table).select(['id', 'name']).execute()).map(({ id, name }) => [name, id]))
  const devices = await idsOf('device_groups')
  const at = later(now, -days(180))
  const lists = listsWith(devices).map(list => ({ ...list, id: newIdAt(at) }))
  const strengths = await idsOf('authentication_strengths')
  const names = {
    groups: await idsOf('groups'),
    strengths,
    devices,
    lists: new Map(lists.map(({ name, id }) => [name, id])),
  }
  const policies = policiesWith(names).map(one => ({ id: newIdAt(at), content: z.parse(PolicyContent, one) }))
  const listed = { name: 'text', description: 'text' }
  const change = { version: 'integer', at: 'timestamptz', by_name: 'text', set_version: 'bigint' }
  const ofWorkspace = { workspace_id: 'uuid' }
  await insertMany(ctx.db, 'policy_sets', { ...ofWorkspace, version: 'bigint' }, [[workspace, 1]])
  await insertMany(
    ctx.db,
    'named_lists',
    {
      ...ofWorkspace,
      id: 'uuid',
      ...listed,
      type: 'smallint',
      entries: 'jsonb',
      created_at: 'timestamptz',
      changed_at: 'timestamptz',
      changed_by: 'text',
    },
    lists.map(({ id, name, description, type, list }) => [
      workspace,
      id,
      name,
      description,
      type,
      JSON.stringify(list),
      at,
      at,
      by,
    ]),
  )
  await insertMany(
    ctx.db,
    'named_list_versions',
    {
      ...ofWorkspace,
      list_id: 'uuid',
      ...change,
      ...listed,
      size: 'integer',
      added: 'integer',
      removed: 'integer',
      entries: 'jsonb',
    },
    lists.map(({ id, name, description, list }) => [
      workspace,
      id,
      1,
      at,
      by,
      1,
      name,
      description,
      list.length,
      list.length,
      0,
      JSON.stringify(list),
    ]),
  )
  await insertMany(
    ctx.db,
    'policies',
    {
      ...ofWorkspace,
      id: 'uuid',
      name: 'text',
      priority: 'integer',
      action: 'smallint',
      state: 'smallint',
      content: 'jsonb',
      created_at: 'timestamptz',
      changed_at: 'timestamptz',
      changed_by: 'text',
    },
    policies.map(({ id, content }) => [
      workspace,
      id,
      content.name,
      content.priority,
      content.action,
      content.state,
      JSON.stringify(content),
      at,
      at,
      by,
    ]),
  )
  await insertMany(
    ctx.db,
    'policy_versions',
    { ...ofWorkspace, policy_id: 'uuid', ...change, content: 'jsonb' },
    policies.map(({ id, content }) => [workspace, id, 1, at, by, 1, JSON.stringify(content)]),
  )
  await insertMany(
    ctx.db,
    'policy_lists',
    { ...ofWorkspace, policy_id: 'uuid', list_id: 'uuid' },
    policies.flatMap(({ id, content }) => listsIn(content).map(list => [workspace, id, list])),
  )
  await insertMany(
    ctx.db,
    'policy_groups',
    { ...ofWorkspace, policy_id: 'uuid', group_id: 'uuid' },
    policies.flatMap(({ id, content }) => content.groups.map(group => [workspace, id, group])),
  )
}

const listsIn = (content: PolicyContent): string[] =>
  [
    content.timeLimits,
    content.rpRestriction,
    content.ipRestriction,
    content.locationRestriction,
    content.devices,
  ].flatMap(({ lists }) => lists)
