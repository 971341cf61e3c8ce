import { type PolicyContent, policySignInMethodNames } from '@claviger/contract/decide/policy-content'
import { everyCondition } from '@claviger/contract/decide/decisions'
import { keyKindNames } from '@claviger/contract/keys/security-keys'
import { byteOrderMark, csvLine } from '#platform/csv/csv-writer.ts'
import { msg, type Translate, sayTo } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { FileReply } from '#http/bind.ts'
import type { PolicyInputFor } from './policies.ts'
import { type PortablePolicy, portablePolicies } from './policies.portable.ts'
import { policyFile } from './portable-policy.ts'

/** All policies with their lists: as JSON, which can be imported, or as a table for reading. */
export async function policiesAsFile(ctx: TransactionContext, { format }: PolicyInputFor<'file'>) {
  const { policies, lists } = await portablePolicies(ctx)
  const headers = {
    'content-disposition': `attachment; filename="access-policies.${format}"`,
    'cache-control': 'no-store',
  }
  if (format === 'csv') return new FileReply(tableOf(policies, sayTo(ctx)), 'text/csv; charset=utf-8', headers)
  const text = policyFile({ lists, policies: policies.map(({ content }) => content) })
  return new FileReply(text, 'application/json; charset=utf-8', headers)
}

const days = [msg('Mon'), msg('Tue'), msg('Wed'), msg('Thu'), msg('Fri'), msg('Sat'), msg('Sun')]
const actions = [msg('Block'), msg('Allow')]
const states = [msg('Off'), msg('Report only'), msg('On')]
const headings: Record<(typeof everyCondition)[number], string> = {
  users: msg('Users'),
  groups: msg('Groups'),
  units: msg('Organization units'),
  accounts: msg('Accounts'),
  securityKeyDeviceType: msg('Key types'),
  waysIn: msg('Sign-in methods'),
  timeLimits: msg('Times'),
  rpRestriction: msg('Sites'),
  appRestriction: msg('Applications'),
  ipRestriction: msg('IP addresses'),
  locationRestriction: msg('Locations'),
  devices: msg('Devices'),
}

function cellsOf(content: PolicyContent, say: Translate): string[] {
  const { timeLimits, locationRestriction: places, devices } = content
  const spans = timeLimits.spans.map(
    ({ days: on, from, to }) => `${on.map(day => say(days[day - 1] ?? '')).join(' ')} ${from}-${to}`,
  )
  const circles = places.circles.map(({ latitude, longitude, radius, label }) =>
    `${label} ${latitude},${longitude},${radius}`.trim(),
  )
  const all: Record<(typeof everyCondition)[number], readonly string[]> = {
    users: content.users,
    groups: content.groups,
    units: content.units,
    accounts: content.accounts,
    securityKeyDeviceType: content.securityKeyDeviceType.map(kind => say(keyKindNames[kind] ?? String(kind))),
    waysIn: content.waysIn.map(way => say(policySignInMethodNames[way])),
    timeLimits: [...spans, ...timeLimits.lists],
    rpRestriction: [...content.rpRestriction.values, ...content.rpRestriction.lists],
    appRestriction: [...content.appRestriction.values, ...content.appRestriction.lists],
    ipRestriction: [...content.ipRestriction.values, ...content.ipRestriction.lists],
    locationRestriction: [...places.countries, ...circles, ...places.lists],
    devices: [...devices.values, ...devices.groups, ...devices.lists],
  }
  return everyCondition.map(name => all[name].join('; '))
}

function tableOf(policies: readonly PortablePolicy[], say: Translate): string {
  const heads = [
    msg('Priority'),
    msg('Name'),
    msg('Description'),
    msg('Action'),
    msg('Status'),
    msg('Time zone'),
    ...everyCondition.map(name => headings[name]),
    msg('Changed'),
    msg('Changed by'),
  ]
  const lines = policies.map(({ row, content }) =>
    csvLine([
      row.priority,
      row.name,
      content.description,
      say(actions[row.action] ?? ''),
      say(states[row.state] ?? ''),
      content.zone,
      ...cellsOf(content, say),
      row.changed_at.toISOString(),
      row.changed_by,
    ]),
  )
  return `${byteOrderMark}${csvLine(heads.map(head => say(head)))}${lines.join('')}`
}
