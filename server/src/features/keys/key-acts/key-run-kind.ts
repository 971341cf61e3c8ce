import type { KeyAct, PinResetMethod } from '@claviger/contract/keys/key-acts'
import { longWork, type WorkRowResult, type Slice } from '#features/work/works/works.ts'
import { type KeyActResult, actOnKeys, type PreviousKeyState } from './key-acts.ts'
import { canUndoOnKeys, undoKeyAct } from './key-acts.undo.ts'

export interface ActOnKeys {
  act: KeyAct
  verification: number | null
  pins: PinResetMethod | null
}

export const keyActs = longWork<ActOnKeys>('key-acts', {
  may: 'keys.write',
  object: 'key-run',
  lines: {
    begun: { action: 'security-keys.act-started', says: work => ({ keys: work.total }) },
    undone: { action: 'security-keys.act-undone', says: work => ({ keys: work.total }) },
  },
  did: ['done'],
  act: work => work.parameters.act,
  // Each key can cause an email, which is a separate job
  size: () => 200,
  fresh: ({ parameters: { act } }) => act === 'verification' || act === 'reset-pin',
  canUndo: work => canUndoOnKeys(work.parameters.act),
  async write(ctx, { work, by, rows }) {
    const asked = { ...work.parameters, by, now: ctx.clock.now() }
    return resultsOfKeys(
      rows,
      await actOnKeys(
        ctx,
        asked,
        rows.map(row => row.subject as string),
      ),
    )
  },
  async undo(ctx, { work, by, rows }) {
    const { act } = work.parameters
    if (!canUndoOnKeys(act)) return []
    const earlier = rows.map(row => ({
      id: row.subject as string,
      actedAt: row.actedAt,
      was: row.was as PreviousKeyState | null,
    }))
    return resultsOfKeys(rows, await undoKeyAct(ctx, act, by, earlier))
  },
})

export function resultsOfKeys(rows: Slice<unknown>['rows'], acted: readonly KeyActResult[]): WorkRowResult[] {
  const numbers = new Map(rows.map(({ subject, row }) => [subject, row]))
  return acted.map(({ id, name, owner, reason, actedAt, was }) => ({
    row: numbers.get(id) as number,
    outcome: reason === null ? 'done' : 'refused',
    reason,
    named: name,
    facts: { owner },
    actedAt,
    was,
  }))
}
