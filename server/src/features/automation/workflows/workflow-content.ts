import { keyKinds } from '@claviger/contract/keys/security-keys'
import { syncModes } from '@claviger/contract/directories/connections'
import {
  triggersOf,
  type WorkflowContent,
  type WorkflowSettings,
  workflowTypes as types,
  intervals,
} from '@claviger/contract/automation/workflows/workflow-content'
import { deferText } from '#platform/languages.ts'
import { type FieldProblem, problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { isZone } from '#features/decide/evaluator/evaluator.times.ts'
import { readDeviceGroup } from '#features/keys/device-groups/device-groups.ts'
import { policyById } from '#features/keys/token-policies/token-policies.ts'
import { usesOfAttribute } from '#features/people/addresses/addresses.secrets.ts'
import { mustHaveGroups } from '#features/people/groups/groups.ts'
import { userById } from '#features/people/users/users.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import { mustBeConnected, usesConnection } from './needs.ts'
import type { WorkflowRow } from './workflows.store.ts'

export type StoredWorkflowContent = Pick<
  WorkflowRow,
  | 'name'
  | 'description'
  | 'type'
  | 'starts'
  | 'connection_id'
  | 'groups'
  | 'interval'
  | 'hour'
  | 'minute'
  | 'day'
  | 'zone'
  | 'settings'
  | 'notify'
>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function settingsOf(type: number, given: WorkflowSettings): WorkflowSettings {
  switch (type) {
    case types.entraPeople:
      return { mode: given.mode ?? syncModes.both }
    case types.keys: {
      const { kind = keyKinds.accessCard, by = 'mail', tokenPolicy = null } = given
      if (by === 'mail' || kind !== keyKinds.accessCard) return { kind, by: 'mail', tokenPolicy }
      const { attribute, cardFormat, pinAttribute = null } = given
      if (by === 'scim') return { kind, by, tokenPolicy, ...(cardFormat && { cardFormat }) }
      return { kind, by, tokenPolicy, attribute, pinAttribute, ...(cardFormat && { cardFormat }) }
    }
    case types.sharedComputers:
      return { account: given.account, deviceGroup: given.deviceGroup, beginsWith: given.beginsWith ?? '' }
    case types.pageEnrolment:
    case types.pageRecovery:
      return { page: given.page || null }
    case types.idleKeys: {
      const { idleDays = 90, suspendAfter = null, deleteAfter = null, kinds = [] } = given
      return { idleDays, suspendAfter, deleteAfter: suspendAfter === null ? null : deleteAfter, kinds }
    }
    case types.withoutKey:
      return { everyDays: given.everyDays ?? 7, times: given.times ?? 3 }
    default:
      return {}
  }
}

/** Validates content and converts it to stored form. @throws invalid-input, zone-unknown, not-found */
export async function toStoredContent(
  ctx: TransactionContext,
  content: WorkflowContent,
): Promise<StoredWorkflowContent> {
  const { type, trigger } = content
  const settings = settingsOf(type, content.settings ?? {})
  const timed = trigger === 'schedule'
  const zone = content.zone ?? (await ownWorkspaceRow(ctx)).time_zone
  const groups = [...new Set(content.groups)]
  mustBeWhole([...faultsOf(content, settings, groups)])
  if (!isZone(zone))
    throw problem('zone-unknown', undefined, [{ field: 'zone', message: problem('zone-unknown').says }])
  if (usesConnection(type)) await mustBeConnected(ctx, type, content.tenant as string)
  if (type !== types.entraPeople) await mustHaveGroups(ctx, groups)
  await mustBeThere(ctx, settings)
  mustBeWhole(await faultsOfPin(ctx, settings))
  const { interval, hour, minute, day } = timesOf(content)
  return {
    name: content.name,
    description: content.description ?? '',
    type,
    starts: trigger,
    connection_id: usesConnection(type) ? (content.tenant ?? null) : null,
    groups,
    interval: timed ? interval : null,
    hour: timed ? hour : null,
    minute: timed ? minute : null,
    day: timed ? day : null,
    zone,
    settings,
    notify: [...new Set(content.notify)],
  }
}

function timesOf({ scheduleInterval = intervals.daily, hour = 0, minute = 0, day }: WorkflowContent) {
  const has = (...of: readonly number[]) => of.includes(scheduleInterval)
  return {
    interval: scheduleInterval,
    minute,
    hour: has(intervals.hourly) ? null : hour,
    day: has(intervals.weekly) ? (day ?? 0) : has(intervals.monthly) ? (day ?? 1) : null,
  }
}

function* faultsOf(
  content: WorkflowContent,
  settings: WorkflowSettings,
  groups: readonly string[],
): Generator<FieldProblem> {
  const { type, trigger, day, scheduleInterval } = content
  if (!triggersOf[type]?.includes(trigger))
    yield { field: 'trigger', message: "This trigger isn't available for this type of workflow" }
  if (trigger === 'schedule' && scheduleInterval === intervals.weekly && day !== undefined && day > 6)
    yield { field: 'day', message: 'Choose a day of the week' }
  if (trigger === 'schedule' && scheduleInterval === intervals.monthly && day === 0)
    yield { field: 'day', message: 'Choose a day of the month' }
  if (usesConnection(type) && !content.tenant) yield { field: 'tenant', message: 'Choose a directory' }
  if (type !== types.entraPeople && !groups.every(group => uuid.test(group)))
    yield { field: 'groups', message: "This ID isn't valid" }
  if (type === types.keys && settings.by === 'attribute') {
    if (settings.attribute === undefined) yield { field: 'settings.attribute', message: 'Choose an attribute' }
    else if (settings.attribute === settings.pinAttribute)
      yield { field: 'settings.pinAttribute', message: 'The card number and the PIN must be in different attributes' }
  }
  if (type === types.sharedComputers) {
    if (!settings.account) yield { field: 'settings.account', message: 'Choose an account' }
    if (!settings.deviceGroup) yield { field: 'settings.deviceGroup', message: 'Choose a device group' }
    if (groups.length === 0) yield { field: 'groups', message: 'Choose at least one group' }
  }
}

/** Refuses an attribute that is used elsewhere, because the values of a PIN attribute are hidden from everything else. */
async function faultsOfPin(ctx: TransactionContext, { pinAttribute }: WorkflowSettings): Promise<FieldProblem[]> {
  const [name] = pinAttribute ? await usesOfAttribute(ctx, pinAttribute) : []
  if (name === undefined) return []
  return [
    {
      field: 'settings.pinAttribute',
      message: deferText('“{name}” uses this attribute. Choose another attribute', { name }),
    },
  ]
}

function mustBeWhole(faults: readonly FieldProblem[]): void {
  if (faults.length > 0) throw problem('invalid-input', undefined, faults)
}

/** Refuses settings with missing references. @throws not-found */
async function mustBeThere(
  ctx: TransactionContext,
  { tokenPolicy, account, deviceGroup }: WorkflowSettings,
): Promise<void> {
  const gone = (field: string) =>
    problem('not-found', undefined, [{ field, message: 'This selection no longer exists' }])
  if (tokenPolicy && !(await policyById(ctx, tokenPolicy))) throw gone('settings.tokenPolicy')
  if (account && !(await userById(ctx, account))) throw gone('settings.account')
  if (deviceGroup) await readDeviceGroup(ctx, { id: deviceGroup })
}
