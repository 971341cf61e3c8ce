import type { ImportedPins } from '@claviger/contract/keys/card-import'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import type { Work } from '#features/work/works/works.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import { removePins, setRandomPins } from '../security-keys/security-keys.cards.ts'
import { keepPins } from './card-import.store.ts'

export const importedPinSubject = (key: string, work: string): SealedSubject =>
  `card_import_pins:sealed:${key} of ${work}`

interface NewKey {
  id: string
  row: number
  user: string
  card: string
  fills: boolean
}

/** Gives the new keys of an import their PINs: random ones that are shown once, or none. */
export async function settlePins(
  ctx: TransactionContext,
  work: Work,
  choice: ImportedPins,
  keys: readonly NewKey[],
): Promise<void> {
  const news = keys.filter(key => !key.fills)
  if (choice === 'none') await removePins(ctx, news)
  if (choice !== 'show') return
  const set_at = ctx.clock.now()
  const pins = await setRandomPins(ctx, news, set_at)
  const sealer = await sealerOfWorkspace(ctx)
  await keepPins(
    ctx.db,
    work,
    news.flatMap(({ id, row }) => {
      const pin = pins.get(id)
      return pin === undefined ? [] : [{ id, row, set_at, sealed: sealer.seal(pin, importedPinSubject(id, work.id)) }]
    }),
  )
}
