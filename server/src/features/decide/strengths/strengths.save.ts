import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { StrengthContent, strengths } from '@claviger/contract/decide/strengths'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { deferText } from '#platform/languages.ts'
import { type FieldProblem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { beginChange, lockCurrentSet } from '../evaluator/evaluator.set.ts'
import { getStrength } from './strengths.ts'
import * as store from './strengths.store.ts'
import type { StrengthRow, StrengthRules } from './strengths.store.ts'

type InputFor<Call extends keyof typeof strengths.calls> = OutputOf<(typeof strengths.calls)[Call]['input']>

export const mostStrengths = 50

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'authentication-strength', id, name })

const once = <T>(all: readonly T[]): T[] => [...new Set(all)]

const rulesOf = ({ level, methods, keyKinds, models, pin, withinMinutes }: StrengthContent): StrengthRules => ({
  level,
  methods: once(methods),
  keyKinds: once(keyKinds),
  models: once(models.map(one => one.toLowerCase())),
  pin,
  withinMinutes,
})

const logged = (name: string, description: string, { methods, keyKinds, models, ...rules }: StrengthRules) => ({
  name,
  ...(description !== '' && { description }),
  ...rules,
  methods: [...methods],
  keyKinds: [...keyKinds],
  models: [...models],
})

/** @throws strength-name-taken, too-many-strengths */
export async function createStrength(ctx: TransactionContext, input: InputFor<'create'>) {
  await lockCurrentSet(ctx)
  const all = await store.allStrengths(ctx.db)
  if (all.length >= mostStrengths) throw problem('too-many-strengths')
  mustBeFree(all, null, input.name)
  const { at, by } = await beginChange(ctx)
  const { name, description = '' } = input
  const [id, content] = [newId(), rulesOf(input)]
  await store.insertStrength(ctx.db, workspaceOf(ctx), { id, name, description, content, at, by: by.name })
  await record(ctx, {
    action: 'strength.created',
    object: objectOf({ id, name }),
    after: logged(name, description, content),
  })
  return getStrength(ctx, { strengthId: id })
}

/**
 * Sessions that an access policy then refuses end, as after a change of the policy.
 * @throws not-found, strength-name-taken, changed-meanwhile, owners-locked-out
 */
export async function updateStrength(ctx: TransactionContext, input: InputFor<'update'>) {
  await lockCurrentSet(ctx)
  const all = await store.allStrengths(ctx.db)
  const row = all.find(one => one.id === input.strengthId)
  if (!row) throw problem('not-found')
  if (input.version !== undefined && input.version !== row.version)
    throw problem('changed-meanwhile', deferText('{who} changed this while you were editing', { who: row.changed_by }))
  mustBeFree(all, row.id, input.name)
  const content = rulesOf(input)
  const after = all.map(one => ({ id: one.id, content: one === row ? content : one.content }))
  await ctx.removals.mustStayMet(ctx, after, input.lockOutSeen)
  const { at, by } = await beginChange(ctx)
  const { name, description = '' } = input
  await store.updateStrength(ctx.db, { id: row.id, name, description, content, at, by: by.name })
  await record(ctx, {
    action: 'strength.updated',
    object: objectOf({ id: row.id, name }),
    before: logged(row.name, row.description, row.content),
    after: logged(name, description, content),
  })
  return getStrength(ctx, { strengthId: row.id })
}

function mustBeFree(all: readonly StrengthRow[], id: string | null, name: string): void {
  if (all.some(one => one.id !== id && one.name.toLowerCase() === name.toLowerCase()))
    throw problem('strength-name-taken', undefined, [{ field: 'name', message: problem('strength-name-taken').says }])
}

/** Deletes strengths that nothing uses, skipping those already gone. @throws strength-in-use, naming the uses */
export async function removeStrengths(ctx: TransactionContext, { ids }: InputFor<'removeMany'>) {
  await lockCurrentSet(ctx)
  const rows = (await store.allStrengths(ctx.db)).filter(row => ids.includes(row.id))
  if (rows.length === 0) return { removed: 0 }
  const uses = Map.groupBy(await store.usesOfStrengths(ctx.db), use => use.strength)
  const fields = rows.flatMap((row): FieldProblem[] => {
    const names = uses.get(row.id)?.map(use => use.name)
    if (!names) return []
    const message = deferText('“{name}” is used by {uses}', { name: row.name, uses: names.join(', ') })
    return [{ field: `ids.${ids.indexOf(row.id)}`, message }]
  })
  if (fields.length > 0) throw problem('strength-in-use', fields[0]?.message, fields)
  await beginChange(ctx)
  await store.deleteStrengths(
    ctx.db,
    rows.map(row => row.id),
  )
  await recordMany(
    ctx,
    askerOf(ctx),
    rows.map(row => ({
      action: 'strength.deleted',
      object: objectOf(row),
      before: logged(row.name, row.description, row.content),
    })),
  )
  return { removed: rows.length }
}
