import { keyKinds } from '@claviger/contract/keys/security-keys'
import { syncModes } from '@claviger/contract/directories/connections'
import {
  triggersOf,
  type Workflow,
  type WorkflowContent,
  type WorkflowSettings,
  workflowTypes as types,
} from '@claviger/contract/automation/workflows/workflow-content'
import type { Values } from '#platform/ui/form/useFields.ts'

const settingsFor: Readonly<Record<number, WorkflowSettings>> = {
  [types.entraPeople]: { mode: syncModes.both },
  [types.keys]: { kind: keyKinds.accessCard, by: 'mail' },
  [types.sharedComputers]: { beginsWith: '' },
  [types.idleKeys]: { idleDays: 90, suspendAfter: 14, deleteAfter: null },
  [types.withoutKey]: { everyDays: 7, times: 3 },
}

export const startOf = (type: number): Values => ({
  type,
  trigger: triggersOf[type]?.[0] ?? 'schedule',
  settings: settingsFor[type] ?? {},
  groups: [],
})

export const newDraft = (zone: string): Values => ({
  name: '',
  description: '',
  ...startOf(types.keys),
  tenant: null,
  scheduleInterval: 1,
  hour: 3,
  minute: 0,
  day: 1,
  zone,
  notify: [],
})

export const draftOf = (of: Workflow): Values => ({
  name: of.name,
  description: of.description,
  type: of.type,
  trigger: of.trigger,
  tenant: of.tenant,
  groups: of.groups,
  scheduleInterval: of.scheduleInterval ?? 1,
  hour: of.hour ?? 3,
  minute: of.minute ?? 0,
  day: of.day ?? 1,
  zone: of.zone,
  settings: of.settings,
  notify: of.notify,
})

export const contentOf = (values: Values): WorkflowContent => values as unknown as WorkflowContent
