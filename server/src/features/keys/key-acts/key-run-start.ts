import type { KeyAct, KeySelection, PinResetMethod } from '@claviger/contract/keys/key-acts'
import type { Run, RunPreview } from '@claviger/contract/work/runs'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { previewOfWork, runOfWork } from '#features/work/works/works.runs.ts'
import { beginOn } from '#features/work/works/works.ts'
import { chosenKeys } from '../security-keys/security-keys.list.ts'
import { countKeyReasons } from './acts.store.ts'
import { type ActOnKeys, keyActs } from './key-run-kind.ts'
import { keyReasonSql } from './reasons.store.ts'

type Asked = KeySelection & {
  act: KeyAct
  verification?: number | undefined
  pins?: PinResetMethod | undefined
}

const whatOf = ({ act, verification, pins = 'later' }: Asked): ActOnKeys => {
  if (act === 'reset-pin') return { act, verification: null, pins }
  if (act !== 'verification') return { act, verification: null, pins: null }
  if (verification === undefined)
    throw problem('invalid-input', undefined, [{ field: 'verification', message: 'Choose a verification method' }])
  return { act, verification, pins }
}

export async function previewKeyAct(ctx: TransactionContext, input: Asked): Promise<RunPreview> {
  const asked = { ...whatOf(input), by: askerOf(ctx), now: ctx.clock.now() }
  const weights = await countKeyReasons(ctx.db, keyReasonSql(asked), await chosenKeys(ctx, input))
  return previewOfWork(weights, able => able.count)
}

export const beginOnKeys = async (ctx: TransactionContext, input: Asked): Promise<Run> =>
  runOfWork(ctx, keyActs, await beginOn(ctx, keyActs, { parameters: whatOf(input) }, await chosenKeys(ctx, input)))
