import type { KeyAct, KeySelection, PinResetMethod } from '@claviger/contract/keys/key-acts'
import type { TransactionContext } from '#platform/app-context.ts'
import { beginOnKeys } from './key-run-start.ts'

const onMany = (act: KeyAct) => (ctx: TransactionContext, input: KeySelection) => beginOnKeys(ctx, { ...input, act })

export const suspendManyKeys = onMany('suspend')
export const activateManyKeys = onMany('activate')
export const deleteManyKeys = onMany('delete')
export const unblockMany = onMany('unblock')

export const resetPins = (ctx: TransactionContext, input: KeySelection & { pins: PinResetMethod }) =>
  beginOnKeys(ctx, { ...input, act: 'reset-pin' })

export const changeOffline = (ctx: TransactionContext, { offline, ...input }: KeySelection & { offline: boolean }) =>
  beginOnKeys(ctx, { ...input, act: offline ? 'offline-on' : 'offline-off' })

export const changeVerification = (
  ctx: TransactionContext,
  input: KeySelection & { verification: number; pins: PinResetMethod },
) => beginOnKeys(ctx, { ...input, act: 'verification' })
