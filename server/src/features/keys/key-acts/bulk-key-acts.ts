import type { KeyAct, KeySelection, PinWay } from '@claviger/contract/keys/key-acts'
import type { Ctx } from '#platform/world.ts'
import { beginOnKeys } from './key-run-start.ts'

const onMany = (act: KeyAct) => (ctx: Ctx, input: KeySelection) => beginOnKeys(ctx, { ...input, act })

export const suspendManyKeys = onMany('suspend')
export const activateManyKeys = onMany('activate')
export const deleteManyKeys = onMany('delete')
export const unblockMany = onMany('unblock')

export const resetPins = (ctx: Ctx, input: KeySelection & { pins: PinWay }) =>
  beginOnKeys(ctx, { ...input, act: 'reset-pin' })

export const changeOffline = (ctx: Ctx, { offline, ...input }: KeySelection & { offline: boolean }) =>
  beginOnKeys(ctx, { ...input, act: offline ? 'offline-on' : 'offline-off' })

export const changeVerification = (ctx: Ctx, input: KeySelection & { verification: number; pins: PinWay }) =>
  beginOnKeys(ctx, { ...input, act: 'verification' })
