import { workflowTypes as types } from '@claviger/contract/automation/workflows/workflow-content'
import { devicesType, passkeysType, peopleType } from './external-types.ts'
import { idleKeysType } from './idle-keys.ts'
import { keysType } from './keys-type.ts'
import { sharedType } from './shared-type.ts'
import type { Type } from './type.ts'
import { withoutKeyType } from './without-key.ts'

const own: Record<number, Type> = {
  [types.entraPasskeys]: passkeysType('entra'),
  [types.entraPeople]: peopleType,
  [types.entraDevices]: devicesType,
  [types.oktaPasskeys]: passkeysType('okta'),
  [types.keys]: keysType,
  [types.sharedComputers]: sharedType,
  [types.idleKeys]: idleKeysType,
  [types.withoutKey]: withoutKeyType,
}

/** Implementation of a type; undefined if another module implements it. */
export const workflowTypeOf = (type: number): Type | undefined => own[type]
