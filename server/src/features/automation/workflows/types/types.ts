import { workflowTypes as types } from '@claviger/contract/automation/workflows/content'
import { devicesType, passkeysType, peopleType } from './elsewhere.ts'
import { idleKeysType } from './idle-keys.ts'
import { keysType } from './keys.ts'
import { sharedType } from './shared.ts'
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
export const typeOf = (type: number): Type | undefined => own[type]
